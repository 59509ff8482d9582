import Glibc

/// A directory entry of a cache folder.
struct CachedFile {
    let name: String
    /// The size in bytes.
    let size: Int
    /// When the cache last wrote or read the file, from its modification time: seconds since 1970. Implausible times
    /// count as 1970.
    let lastUse: (seconds: Int, nanoseconds: Int)

    /// The tolerated clock skew of a file server, in seconds.
    private static let clockTolerance = 24 * 60 * 60

    /// Creates an entry from the result of stat(2); returns nil unless it is a regular file.
    init?(name: String, _ status: stat, now: Int = time(nil)) {
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else { return nil }
        self.name = name
        size = Int(status.st_size)
        let date = status.st_mtim
        let isPossible = (0...max(0, now) + Self.clockTolerance).contains(date.tv_sec)
        lastUse = isPossible ? (date.tv_sec, date.tv_nsec) : (0, 0)
    }

    /// Returns the total size of the files in bytes, clamped to `Int.max`.
    static func totalSize(_ files: [CachedFile]) -> Int {
        files.reduce(0) { total, file in
            let (sum, overflows) = total.addingReportingOverflow(file.size)
            return overflows ? .max : sum
        }
    }
}
