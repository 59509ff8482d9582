import FoundationEssentials
import Testing

@testable import Storage

@Suite("The user's folders")
struct UserFolderTests {
    private func path(_ folder: UserFolder, _ environment: [String: String]) -> String {
        folder.path(environment: environment, accountHome: "/account/home")
    }

    @Test("The XDG variables determine the folders")
    func variables() {
        let environment = [
            "HOME": "/home/ada", "XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/c",
            "XDG_CONFIG_HOME": "/k",
        ]
        let paths = UserFolder.allCases.map { path($0, environment) }
        #expect(paths == ["/s/tintype", "/d/tintype", "/c/tintype", "/k/tintype"])
    }

    @Test(
        "The folders are below the home folder if a variable is unset, empty or relative",
        arguments: [nil, "", "state", "./state", "~/state"])
    func defaults(value: String?) {
        var environment = ["HOME": "/home/ada"]
        for variable in ["STATE", "DATA", "CACHE", "CONFIG"] { environment["XDG_\(variable)_HOME"] = value }
        let expected = [".local/state", ".local/share", ".cache", ".config"].map { "/home/ada/\($0)/tintype" }
        #expect(UserFolder.allCases.map { path($0, environment) } == expected)
    }

    @Test(
        "Without HOME, the folders are below the account's home folder",
        arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
    func accountHome(environment: [String: String]) {
        #expect(path(.state, environment) == "/account/home/.local/state/tintype")
    }

    @Test("A missing folder counts as writable if it can be created, and checking creates nothing")
    func writable() throws {
        let parent = FileManager.default.temporaryDirectory.path + "/tintype-tests-\(UUID().uuidString)"
        #expect(UserFolder.canBeWritten(parent + "/a/b"))
        #expect(!FileManager.default.fileExists(atPath: parent))
        try Data().write(to: URL(filePath: parent))
        defer { try? FileManager.default.removeItem(atPath: parent) }
        #expect(!UserFolder.canBeWritten(parent + "/a"))
    }

    @Test("The current environment yields a different absolute path for each folder")
    func thisAccount() {
        #expect(Set(UserFolder.allCases.map(\.path)).count == UserFolder.allCases.count)
        #expect(UserFolder.allCases.allSatisfy { $0.path.hasPrefix("/") && $0.path.hasSuffix("/tintype") })
    }
}
