import Albums
import Testing

@testable import Libraries

@Suite("The account a folder belongs to")
struct AccountTests {
    @Test(
        "Has the full name of its GECOS field, else its login",
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
        "Has an address as a shell shows it",
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

    @Test("This process has one")
    func current() {
        #expect(!Account.current().login.isEmpty)
    }
}
