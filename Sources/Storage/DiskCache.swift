import Dispatch
import Glibc
import Synchronization

/// Bytes by key in files of a folder, which together stay within a number of bytes; the least recently used go first.
///
/// Several instances of the program may use the same folder. A folder that cannot be written, or a full disk, only means
/// that nothing is kept. Of keys there are only hashes on the disk.
public final class DiskCache: Sendable {
    private let folder: String
    private let room: Mutex<DiskCacheRoom>
    /// Where the file system, which may block, is asked: one request after another.
    private let queue = DispatchQueue(label: "tintype.disk-cache", qos: .userInitiated)
    private let counts = Mutex((found: 0, missed: 0))

    /// - Parameters:
    ///   - folder: a folder for this cache alone, made when it is first written.
    ///   - size: the greatest number of bytes that the files may have together; by default 512 MB.
    public init(folder: String = UserFolder.cache.path + "/responses", size: Int = 512 << 20) {
        self.folder = folder
        room = Mutex(DiskCacheRoom(folder: folder, size: size))
    }

    /// How often bytes were asked for in this run that were there, and that were not or were damaged.
    public var lookups: (found: Int, missed: Int) { counts.withLock { $0 } }

    /// The bytes last written under a key, if they are still there and undamaged.
    public func read(_ key: String) async -> [UInt8]? {
        let bytes = await onQueue { self.readFile(at: self.path(of: key)) }
        counts.withLock { bytes == nil ? ($0.missed += 1) : ($0.found += 1) }
        return bytes
    }

    /// Keeps bytes under a key if that is possible and they are at most an eighth of the cache's size.
    public func write(_ key: String, _ bytes: [UInt8]) async {
        await onQueue { self.writeFile(at: self.path(of: key), bytes) }
    }

    /// Forgets what is kept under a key.
    public func remove(_ key: String) async {
        await onQueue { _ = unlink(self.path(of: key)) }
    }

    private func onQueue<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }

    private func path(of key: String) -> String {
        let digits = SHA256.hash(Array(key.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "\(folder)/\(digits.joined())"
    }

    private func readFile(at path: String) -> [UInt8]? {
        let greatestSize = room.withLock { $0.greatestFileSize }
        guard let file = SmallFile.read(path, atMost: greatestSize) else { return nil }
        guard let bytes = ChecksummedBytes.open(file) else {
            unlink(path)
            return nil
        }
        // The time of modification stands for that of use: unlike the time of access it is kept on every file system.
        utimensat(AT_FDCWD, path, nil, 0)
        return bytes
    }

    private func writeFile(at path: String, _ bytes: [UInt8]) {
        let file = ChecksummedBytes.seal(bytes)
        guard room.withLock({ $0.make(for: file.count) }) else { return }
        // What a power failure damages is found out by its checksum, so there is no need to wait for the disk.
        try? SmallFile.write(file, to: path, survivesPowerFailure: false)
    }
}
