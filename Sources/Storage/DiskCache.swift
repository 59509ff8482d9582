import Dispatch
import Synchronization

/// A key-value store of bytes on disk, bounded in size, with least-recently-used eviction.
///
/// Instances of the program may share the folder. If the folder is a symbolic link or not writable, or the disk is
/// full, the cache stores nothing. Only hashes of the keys reach the disk. While the disk
/// doesn't answer, as on a network file system, the cache is empty.
public final class DiskCache: Sendable {
    private let folder: CacheFolder
    /// The maximum total size of the files, in bytes.
    public let size: Int
    private let evictor: Mutex<CacheEvictor>
    /// The serial queue that blocking file access runs on.
    let queue = DispatchQueue(label: "tintype.disk-cache", qos: .userInitiated)
    private let maxWait: DispatchTimeInterval
    private let stuck = Atomic(false)
    private let counts = Mutex((hits: 0, misses: 0))

    /// - Parameters:
    ///   - folder: a folder used only by this cache, created on the first write.
    ///   - size: the maximum total size of the files in bytes; 512 MB by default.
    ///   - maxWait: how long a request waits for the disk.
    public init(
        folder: String = UserFolder.cache.path + "/responses", size: Int = 512 << 20,
        maxWait: DispatchTimeInterval = .seconds(5)
    ) {
        self.maxWait = maxWait
        self.folder = CacheFolder(path: folder)
        self.size = size
        evictor = Mutex(CacheEvictor(folder: self.folder, size: size))
    }

    /// The path of the cache folder.
    public var path: String { folder.path }

    /// Whether the folder is a symbolic link. Links are not followed, so nothing is cached.
    public var isLink: Bool { folder.isLink }

    /// The number of hits and misses in this run. Damaged entries count as misses.
    public var lookups: (hits: Int, misses: Int) { counts.withLock { $0 } }

    /// Whether the disk hasn't answered in time.
    public var isStuck: Bool { stuck.load(ordering: .relaxed) }

    /// Returns the bytes last written for a key, unless they were evicted or damaged.
    public func read(_ key: String) async -> [UInt8]? {
        let bytes = await onQueue { self.readFile(CacheFolder.name(of: key)) } ?? nil
        counts.withLock { bytes == nil ? ($0.misses += 1) : ($0.hits += 1) }
        return bytes
    }

    /// Stores bytes for a key. Ignores errors, and entries larger than an eighth of the cache.
    public func write(_ key: String, _ bytes: [UInt8]) async {
        await onQueue { self.writeFile(CacheFolder.name(of: key), bytes) }
    }

    /// Removes the entry of a key.
    public func remove(_ key: String) async {
        await onQueue { _ = self.folder.remove(CacheFolder.name(of: key)) }
    }

    /// Returns the current number of files and their total size in bytes.
    public func contents() -> (files: Int, bytes: Int) {
        let files = folder.files()
        return (files.count, CachedFile.totalSize(files))
    }

    /// Empties the cache. Returns the number of files removed and their total size in bytes.
    public func clear() -> (files: Int, bytes: Int) {
        let removed = folder.files().filter { folder.remove($0.name) }
        return (removed.count, CachedFile.totalSize(removed))
    }

    /// Returns the result of `work`; nil if the disk doesn't answer in time.
    @discardableResult
    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        if isStuck { return nil }
        return await withCheckedContinuation { continuation in
            let isAnswered = Mutex(false)
            queue.async { [self] in
                let value = work()
                let isInTime = isAnswered.withLock { isAnswered in
                    defer { isAnswered = true }
                    stuck.store(false, ordering: .relaxed)
                    return !isAnswered
                }
                if isInTime { continuation.resume(returning: value) }
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + maxWait) { [self] in
                let isLate = isAnswered.withLock { isAnswered in
                    if isAnswered { return false }
                    isAnswered = true
                    stuck.store(true, ordering: .relaxed)
                    return true
                }
                if isLate { continuation.resume(returning: nil) }
            }
        }
    }

    private func readFile(_ name: String) -> [UInt8]? {
        let maxSize = evictor.withLock { $0.maxFileSize }
        guard let file = folder.read(name, atMost: maxSize) else { return nil }
        guard let bytes = ChecksummedBytes.open(file) else {
            folder.remove(name)
            return nil
        }
        folder.touch(name)
        return bytes
    }

    private func writeFile(_ name: String, _ bytes: [UInt8]) {
        let file = ChecksummedBytes.seal(bytes)
        guard evictor.withLock({ $0.makeRoom(for: file.count) }) else { return }
        folder.write(file, to: name)
    }
}

/// Bytes prefixed with their SHA-256 hash, to detect corruption.
enum ChecksummedBytes {
    static func seal(_ bytes: [UInt8]) -> [UInt8] {
        SHA256.hash(bytes) + bytes
    }

    /// Returns the sealed bytes; nil if the hash does not match.
    static func open(_ sealed: [UInt8]) -> [UInt8]? {
        let bytes = Array(sealed.dropFirst(SHA256.length))
        return Array(sealed.prefix(SHA256.length)) == SHA256.hash(bytes) ? bytes : nil
    }
}
