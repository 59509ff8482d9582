import Albums
import Glibc

/// The account this program runs as, from the system's user database.
struct Account: Sendable {
    let login: String
    /// The full name, empty when there is none.
    let fullName: String
    let home: String

    /// The account of the process; named by its number where the database does not have it, as in some containers.
    static func current() -> Account {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 * 1024)
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, getpwuid_r(getuid(), &entry, start, buffer.count, &found) == 0,
                found != nil
            else { return Account(login: String(getuid()), generalInformation: "", home: "") }
            let text = { (field: UnsafeMutablePointer<CChar>?) in field.map { String(cString: $0) } ?? "" }
            return Account(
                login: text(entry.pw_name), generalInformation: text(entry.pw_gecos), home: text(entry.pw_dir))
        }
    }

    /// - Parameter generalInformation: the GECOS field: the full name up to the first comma, where `&` stands for the
    ///   capitalized login (passwd(5), finger(1)).
    init(login: String, generalInformation: String, home: String) {
        self.login = login
        self.home = home
        let name = generalInformation.prefix { $0 != "," }
        fullName = name.split(separator: "&", omittingEmptySubsequences: false)
            .joined(separator: login.prefix(1).uppercased() + login.dropFirst())
    }

    /// Whose the pictures in the folder at `path` are.
    func owner(ofFolderAt path: String, host: String, home: String) -> Owner {
        Owner(
            id: Owner.ID(login), name: fullName.isEmpty ? login : fullName, username: login,
            address: .account(user: login, host: host, path: Self.shortened(path, home: home)))
    }

    /// The path as a shell shows it, `~` in place of the home folder.
    private static func shortened(_ path: String, home: String) -> String {
        guard home.count > 1 else { return path }
        if path == home { return "~" }
        return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }
}
