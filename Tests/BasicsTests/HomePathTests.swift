import Basics
import Testing

@Suite("Paths below the home folder")
struct HomePathTests {
    private let home = "/home/ada"

    @Test("A leading tilde is the home folder, but not that of another user")
    func expanded() {
        #expect(HomePath.expanded("~", home: home) == "/home/ada")
        #expect(HomePath.expanded("~/a/~", home: home) == "/home/ada/a/~")
        #expect(HomePath.expanded("~bob/a", home: home) == "~bob/a")
    }

    @Test("Relative paths begin in a folder, with or without a slash at its end", arguments: ["/p", "/p/"])
    func absolute(folder: String) {
        #expect(HomePath.absolute("a/b", in: folder, home: home) == "/p/a/b")
        #expect(HomePath.absolute("", in: folder, home: home) == "/p/")
        #expect(HomePath.absolute("/a", in: folder, home: home) == "/a")
        #expect(HomePath.absolute("~/a", in: folder, home: home) == "/home/ada/a")
    }

    @Test("Only the home folder itself and paths below it are abbreviated")
    func abbreviated() {
        #expect(HomePath.abbreviated("/home/ada", home: home) == "~")
        #expect(HomePath.abbreviated("/home/ada/a", home: home) == "~/a")
        #expect(HomePath.abbreviated("/home/adam", home: home) == "/home/adam")
        #expect(HomePath.abbreviated("/etc", home: "/") == "/etc")
    }
}
