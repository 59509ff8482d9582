import FoundationEssentials
import Glibc

/// Reads the times of files.
enum FileDate {
    /// When the file's contents were last changed, nil when it cannot be told; blocks.
    static func ofChange(at path: FilePath) -> Date? {
        var status = stat()
        guard path.withCPath({ stat($0, &status) }) == 0 else { return nil }
        let time = status.st_mtim
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
}
