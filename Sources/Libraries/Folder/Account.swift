import Albums
import Basics
import FoundationEssentials
import Glibc

/// The account this program runs as, from the system's user database.
struct Account: Sendable {
    let login: String
    /// The full name; empty if there is none.
    let fullName: String

    /// Returns the account of the process, named by its user ID if the database has no entry, as in some containers.
    static func current() -> Account {
        let process = ProcessInfo.processInfo
        return Account(
            login: process.userName.isEmpty ? String(getuid()) : process.userName,
            generalInformation: process.fullUserName)
    }

    /// - Parameter generalInformation: the GECOS field: the full name up to the first comma, with `&` for the
    ///   capitalized login (passwd(5), finger(1)).
    init(login: String, generalInformation: String) {
        self.login = login
        let name = generalInformation.prefix { $0 != "," }
        fullName = name.split(separator: "&", omittingEmptySubsequences: false)
            .joined(separator: login.prefix(1).uppercased() + login.dropFirst())
    }

    /// Returns the owner of the pictures in a folder.
    func owner(ofFolderAt path: String, host: String, home: String) -> Owner {
        Owner(
            id: Owner.ID(login), name: fullName.isEmpty ? login : fullName, username: login,
            address: .account(user: login, host: host, path: HomePath.abbreviated(path, home: home)))
    }
}
