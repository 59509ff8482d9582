import FoundationEssentials
import Glibc

/// Reads the modification times of files.
enum FileDate {
    /// Returns the modification time; nil if it is unknown or outside the years 1 to 9999. Blocks.
    static func ofChange(at path: FilePath) -> Date? {
        var status = stat()
        guard path.withCPath({ stat($0, &status) }) == 0 else { return nil }
        let time = status.st_mtim
        guard seconds.contains(time.tv_sec) else { return nil }
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    /// The years 1 to 9999, in seconds since 1970; in-memory file systems store any number.
    private static let seconds = -62_135_596_800..<253_402_300_800
}
