import Foundation
import Testing

@testable import Storage

@Suite("Paths of folders")
struct FolderPathTests {
    @Test(
        "Dots and repeated slashes are removed from a path, whether or not its folders exist",
        arguments: [
            ("/new/day/../Select", "/new/Select"), ("/new/./day//x/", "/new/day/x"), ("/a/b/../../c", "/c"),
            ("/new/..", "/"), ("/../..", "/"), ("/", "/"), ("/new/...", "/new/..."), ("/new/.hidden", "/new/.hidden"),
        ])
    func dots(path: String, expected: String) {
        #expect(FolderPath.withoutDots(path) == expected)
    }

    @Test("Two dots after a link lead to the folder around its target; other links stay")
    func links() throws {
        let files = FileManager.default
        let root = files.temporaryDirectory.resolvingSymlinksInPath().path + "/tintype-\(UUID().uuidString)"
        defer { try? files.removeItem(atPath: root) }
        try files.createDirectory(atPath: root + "/2024/trip/day", withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: root + "/latest", withDestinationPath: "2024/trip")
        try files.createSymbolicLink(atPath: root + "/broken", withDestinationPath: "nowhere/x")
        #expect(FolderPath.withoutDots(root + "/latest/../picks") == root + "/2024/picks")
        #expect(FolderPath.withoutDots(root + "/latest/day/../picks") == root + "/latest/picks")
        #expect(FolderPath.withoutDots(root + "/latest/picks") == root + "/latest/picks")
        #expect(FolderPath.withoutDots(root + "/broken/../picks") == root + "/picks")
    }
}
