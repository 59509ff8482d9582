import Dispatch
import Synchronization

/// Bytes by key in files of a folder, which together stay within a number of bytes; the least recently used go first.
///
/// Several instances of the program may use the same folder. A folder that is a symbolic link or cannot be written, or a full
/// disk, only means that nothing is kept. Of keys there are only hashes on the disk.
public final class DiskCache: Sendable {
    private let folder: CacheFolder
    /// The greatest number of bytes that the files may have together.
    public let size: Int
    private let room: Mutex<DiskCacheRoom>
    /// Where the file system, which may block, is asked: one request after another.
    private let queue = DispatchQueue(label: "tintype.disk-cache", qos: .userInitiated)
    private let counts = Mutex((found: 0, missed: 0))

    /// - Parameters:
    ///   - folder: a folder for this cache alone, made when it is first written.
    ///   - size: the greatest number of bytes that the files may have together; by default 512 MB.
    public init(folder: String = UserFolder.cache.path + "/responses", size: Int = 512 << 20) {
        self.folder = CacheFolder(path: folder)
        self.size = size
        room = Mutex(DiskCacheRoom(folder: self.folder, size: size))
    }

    /// The folder that the files are in.
    public var path: String { folder.path }

    /// Whether the folder is a symbolic link, which is not followed: then nothing is kept.
    public var isLink: Bool { folder.isLink }

    /// How often bytes were asked for in this run that were there, and that were not or were damaged.
    public var lookups: (found: Int, missed: Int) { counts.withLock { $0 } }

    /// The bytes last written under a key, if they are still there and undamaged.
    public func read(_ key: String) async -> [UInt8]? {
        let bytes = await onQueue { self.readFile(CacheFolder.name(of: key)) }
        counts.withLock { bytes == nil ? ($0.missed += 1) : ($0.found += 1) }
        return bytes
    }

    /// Keeps bytes under a key if that is possible and they are at most an eighth of the cache's size.
    public func write(_ key: String, _ bytes: [UInt8]) async {
        await onQueue { self.writeFile(CacheFolder.name(of: key), bytes) }
    }

    /// Forgets what is kept under a key.
    public func remove(_ key: String) async {
        await onQueue { _ = self.folder.remove(CacheFolder.name(of: key)) }
    }

    /// How many files there are now, and how many bytes they have together.
    public func contents() -> (files: Int, bytes: Int) {
        let files = folder.files()
        return (files.count, CachedFile.totalSize(files))
    }

    /// Forgets everything; returns how many files were removed, and how many bytes they had together.
    public func clear() -> (files: Int, bytes: Int) {
        let removed = folder.files().filter { folder.remove($0.name) }
        return (removed.count, CachedFile.totalSize(removed))
    }

    private func onQueue<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }

    private func readFile(_ name: String) -> [UInt8]? {
        let greatestSize = room.withLock { $0.greatestFileSize }
        guard let file = folder.read(name, atMost: greatestSize) else { return nil }
        guard let bytes = ChecksummedBytes.open(file) else {
            folder.remove(name)
            return nil
        }
        folder.touch(name)
        return bytes
    }

    private func writeFile(_ name: String, _ bytes: [UInt8]) {
        let file = ChecksummedBytes.seal(bytes)
        guard room.withLock({ $0.make(for: file.count) }) else { return }
        folder.write(file, to: name)
    }
}
