import Albums
import FoundationEssentials
import Testing

@testable import Storage

@Suite("Stored marks")
struct MarksTests {
    private let folder = FavoritesFolder()

    private func photo(_ id: String, file: String? = nil) -> Photo {
        Photo(
            id: Photo.ID(id), albumID: Album.ID("2024"), title: "Photo \(id)", tags: ["sea"],
            date: Date(timeIntervalSince1970: 1_700_000_000), aspect: 1.5, file: file.map { Array($0.utf8) })
    }

    @Test("Marks persist across runs, in the order they were made, for each library")
    func kept() async throws {
        let photos = [photo("b"), photo("a")]
        try await folder.open().addMarks(of: photos, in: "demo:")
        try await folder.open().addMarks(of: [photo("c")], in: "demo:")
        try await folder.open().addMarks(of: [photo("d")], in: "/home/ada/Pictures")
        #expect(try await folder.open().marks(in: "demo:") == photos + [photo("c")])
        #expect(try await folder.open().marks(in: "/home/ada").isEmpty)
        #expect(try await folder.open().all().isEmpty)
    }

    @Test("A removed mark is gone, and marking twice stores one mark")
    func removed() async throws {
        let database = folder.open()
        try await database.addMarks(of: [photo("a"), photo("b")], in: "demo:")
        try await database.addMarks(of: [photo("a")], in: "demo:")
        #expect(try await database.marks(in: "demo:").map(\.id.rawValue) == ["b", "a"])
        try await database.removeMarks(of: [Photo.ID("b"), Photo.ID("x")], in: "demo:")
        #expect(try await database.marks(in: "demo:").map(\.id.rawValue) == ["a"])
    }

    @Test("Marks store the paths of files, and IDs with a zero byte, such as those of favorites in other libraries")
    func unusual() async throws {
        let database = folder.open()
        try await database.addMarks(of: [photo("2024/a.jpg", file: "/home/ada/2024/a.jpg")], in: "/home/ada")
        try await database.addMarks(of: [photo("demo:\u{0}1"), photo("demo:\u{0}2")], in: "/home/ada")
        let marks = try await database.marks(in: "/home/ada")
        #expect(marks.map(\.id.rawValue) == ["2024/a.jpg", "demo:\u{0}1", "demo:\u{0}2"])
        #expect(marks.first?.file == Array("/home/ada/2024/a.jpg".utf8))
        try await database.removeMarks(of: [Photo.ID("demo:\u{0}1")], in: "/home/ada")
        #expect(try await database.marks(in: "/home/ada").count == 2)
    }

    @Test("A damaged row is skipped")
    func damaged() async throws {
        let database = folder.open()
        try await database.addMarks(of: [photo("a"), photo("b")], in: "demo:")
        try folder.write { try $0.run("UPDATE mark SET record = '{' WHERE photo = CAST('a' AS BLOB)") }
        #expect(try await folder.open().marks(in: "demo:").map(\.id.rawValue) == ["b"])
    }
}
