import Basics
import Glibc

/// The folder of a disk cache. Ignores files that don't match the cache's naming scheme.
///
/// Each operation opens the folder again, with O_NOFOLLOW, so a symbolic link cannot redirect the cache to other files.
struct CacheFolder: Sendable {
    let path: String

    /// The length of a SHA-256 hash in hexadecimal digits.
    private static let nameLength = 2 * SHA256.length

    /// Returns the file name for a key.
    static func name(of key: String) -> String {
        SHA256.hash(Array(key.utf8)).hexadecimal
    }

    /// Whether a file of this name belongs to the cache: a hash, or a hash with the suffix of a temporary file.
    static func owns(_ name: String) -> Bool {
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].utf8.count == nameLength, parts[0].utf8.allSatisfy(isLowercaseHexadecimal) else { return false }
        guard parts.count == 2 else { return true }
        return SmallFile.isTemporarySuffix(parts[1])
    }

    var isLink: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns the cache's files, including temporary ones; empty if the folder cannot be read.
    func files() -> [CachedFile] {
        guard let folder = open() else { return [] }
        guard let stream = fdopendir(folder) else {
            close(folder)
            return []
        }
        defer { closedir(stream) }
        var files: [CachedFile] = []
        FolderEntries.read(stream) { name, _, _ in
            let name = String(decoding: name, as: UTF8.self)
            var status = stat()
            guard Self.owns(name), fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                let file = CachedFile(name: name, status)
            else { return }
            files.append(file)
        }
        return files
    }

    /// Returns the contents of a file; nil if it cannot be read or exceeds `limit` bytes.
    func read(_ name: String, atMost limit: Int) -> [UInt8]? {
        withFolder { (try? SmallFile.contents(of: name, atMost: limit, in: $0, followsLinks: false))?.bytes }
    }

    /// Records a use in the file's modification time; file systems mounted with `noatime` don't maintain access times.
    func touch(_ name: String) {
        withFolder { _ = utimensat($0, name, nil, AT_SYMLINK_NOFOLLOW) }
    }

    /// Writes a file atomically, replacing an older one, and creates the folder if needed. Ignores errors.
    ///
    /// Doesn't sync: after a power failure, the checksum in the file reveals damage.
    func write(_ bytes: [UInt8], to name: String) {
        try? SmallFile.makeFolders(of: "\(path)/\(name)")
        withFolder { _ = SmallFile.replace(name, with: bytes, in: $0) }
    }

    /// Removes a file; returns whether it is gone.
    @discardableResult
    func remove(_ name: String) -> Bool {
        withFolder { unlinkat($0, name, 0) == 0 || errno == ENOENT } ?? false
    }

    private func withFolder<Result>(_ work: (Int32) -> Result?) -> Result? {
        guard let folder = open() else { return nil }
        defer { close(folder) }
        return work(folder)
    }

    private func open() -> Int32? {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return descriptor >= 0 ? descriptor : nil
    }

    private static func isLowercaseHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}

/// A directory entry of a cache folder.
struct CachedFile {
    let name: String
    /// The size in bytes.
    let size: Int
    /// When the cache last wrote or read the file, from its times: seconds since 1970. Implausible times count as 1970.
    let lastUse: (seconds: Int, nanoseconds: Int)

    /// The tolerated clock skew of a file server, in seconds.
    private static let clockTolerance = 24 * 60 * 60

    /// Creates an entry from the result of stat(2); returns nil unless it is a regular file.
    /// - Parameter countingAccess: whether an access counts as a use.
    init?(name: String, _ status: stat, now: Int = time(nil), countingAccess: Bool = false) {
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else { return nil }
        self.name = name
        size = Count(status.st_size).value
        let (written, read) = (status.st_mtim, status.st_atim)
        let isReadLater = (read.tv_sec, read.tv_nsec) > (written.tv_sec, written.tv_nsec)
        let date = countingAccess && isReadLater ? read : written
        let isPossible = (0...max(0, now) + Self.clockTolerance).contains(date.tv_sec)
        lastUse = isPossible ? (date.tv_sec, date.tv_nsec) : (0, 0)
    }

    /// Returns the total size of the files in bytes, clamped like a `Count`.
    static func totalSize(_ files: [CachedFile]) -> Int {
        files.reduce(Count(0)) { $0 + Count($1.size) }.value
    }
}
