import Glibc

/// A file of a cache, as its folder lists it.
struct CachedFile {
    let name: String
    /// In bytes.
    let size: Int
    /// When it was last written or read, in seconds since 1970; a date that cannot be true counts as long ago.
    let lastUse: (seconds: Int, nanoseconds: Int)

    /// How far the clock of a file server may be ahead of this one, in seconds.
    private static let clockTolerance = 24 * 60 * 60

    /// Nil for what is no regular file.
    init?(name: String, _ status: stat, now: Int = time(nil)) {
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else { return nil }
        self.name = name
        size = Int(status.st_size)
        let date = status.st_mtim
        let isPossible = (0...max(0, now) + Self.clockTolerance).contains(date.tv_sec)
        lastUse = isPossible ? (date.tv_sec, date.tv_nsec) : (0, 0)
    }

    /// The bytes of all of these files together, or the greatest number if they are more.
    static func totalSize(_ files: [CachedFile]) -> Int {
        files.reduce(0) { total, file in
            let (sum, overflows) = total.addingReportingOverflow(file.size)
            return overflows ? .max : sum
        }
    }
}
