import Albums
import Testing

@testable import Libraries

@Suite("Folder owner account")
struct AccountTests {
    @Test(
        "The name is the full name of the GECOS field, or else the login",
        arguments: [
            ("Ada Lovelace,Room 1,555,,", "Ada Lovelace"), ("Ada Lovelace", "Ada Lovelace"), ("", "ada"),
            (",,,", "ada"),
            ("& Lovelace", "Ada Lovelace"), ("&", "Ada"), ("R & D,,,", "R Ada D"),
        ])
    func names(generalInformation: String, name: String) {
        let account = Account(login: "ada", generalInformation: generalInformation)
        #expect(account.owner(ofFolderAt: "/", host: "engine", home: "/home/ada").name == name)
    }

    @Test(
        "The address is in shell notation",
        arguments: [
            ("/home/ada/Pictures", "ada@engine:~/Pictures"), ("/home/ada", "ada@engine:~"),
            ("/home/adam/Pictures", "ada@engine:/home/adam/Pictures"), ("/mnt", "ada@engine:/mnt"),
            ("/", "ada@engine:/"),
        ])
    func addresses(path: String, line: String) {
        let account = Account(login: "ada", generalInformation: "")
        #expect(account.owner(ofFolderAt: path, host: "engine", home: "/home/ada").address.line == line)
        #expect(account.owner(ofFolderAt: "/x", host: "engine", home: "").address.line == "ada@engine:/x")
    }

    @Test("The current process has an account")
    func current() {
        #expect(!Account.current().login.isEmpty)
    }
}
