import Glibc

/// The home folder that the system's user database has for the account of this process.
enum AccountHome {
    /// The folder's path; empty, which makes it the root, when the account is not in the database.
    static func path() -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 * 1024)
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, getpwuid_r(getuid(), &entry, start, buffer.count, &found) == 0,
                found != nil, let home = entry.pw_dir
            else { return "" }
            return String(cString: home)
        }
    }
}
