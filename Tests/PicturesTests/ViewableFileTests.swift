import Foundation
import Testing

@testable import Pictures

@Suite("Files safe to open with the desktop")
struct ViewableFileTests {
    private static let gif = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]

    private static let video: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0]

    private func isViewable(_ name: String, _ bytes: [UInt8]) throws -> Bool {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        try Data(bytes).write(to: file)
        return ViewableFile(path: Array(file.path.utf8)) != nil
    }

    @Test(
        "A picture can be opened under a picture's name or without an extension",
        arguments: ["a.gif", "a.GIF", "misnamed.jpg", "no name at all"])
    func pictures(name: String) throws {
        #expect(try isViewable(name, Self.gif))
    }

    @Test(
        "A name that the desktop may execute or misinterpret is refused",
        arguments: ["a.desktop", "a.html", "a.svg", "a.gif.desktop", "a.", ".desktop"])
    func names(name: String) throws {
        #expect(try !isViewable(name, Self.gif))
    }

    @Test("A video can be opened under a video's name or without an extension", arguments: ["a.mp4", "a.MOV", "film"])
    func videos(name: String) throws {
        #expect(try isViewable(name, Self.video))
    }

    @Test("A video under a picture's name and a picture under a video's name are refused")
    func mixedUp() throws {
        #expect(try !isViewable("a.jpg", Self.video))
        #expect(try !isViewable("a.mp4", Self.gif))
    }

    @Test("Other content under a picture's name and missing files are refused")
    func contents() throws {
        #expect(try !isViewable("a.jpg", Array("[Desktop Entry]\n".utf8)))
        #expect(try !isViewable("a.png", []))
        #expect(ViewableFile(path: Array("/no/such/picture.png".utf8)) == nil)
    }
}
