import Albums
import Basics
import Foundation
import Synchronization
import TestFixtures
import Testing

@testable import Storage

@Suite("Log of changes", .timeLimit(.minutes(60)))
struct ChangeLogFileTests {
    private let folder: TemporaryFolder
    private let identity = FileIdentity(node: FileNode(device: .max, inode: 7), bytes: 3, modified: -1)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ library: String = "/photos", at seconds: TimeInterval = 0) -> ChangeLogFile {
        ChangeLogFile(ofLibraryAt: library, folder: "\(folder.path)/log") { Date(timeIntervalSince1970: seconds) }
    }

    private func photo(_ name: String) -> Photo { Photo(id: Photo.ID(name), albumID: Album.ID("a"), title: name) }

    private func rating(_ name: String, _ stars: Int = 4, identity: FileIdentity? = nil, at seconds: Double = 0)
        -> LoggedChange
    {
        let inverse = PhotoChange(
            Photo.ID(name), identity: identity, .rate(nil), isUndo: true, expected: Assessment(stars: stars))
        return LoggedChange(
            id: name, date: Date(timeIntervalSince1970: seconds),
            made: MadeChange(Change(.rate(stars), of: [photo(name)]), inverse: .edit([photo(name)], [inverse])))
    }

    private var path: String {
        get throws {
            try "\(folder.path)/log/" + #require(
                FileManager.default.contentsOfDirectory(atPath: folder.path + "/log").first)
        }
    }

    @Test(
        "Edits are read as they were written",
        arguments: [
            (PhotoEdit.rate(4), PhotoEdit.rate(nil)), (.flag(.rejected), .flag(.picked)),
            (.flag(nil), .flag(.rejected)),
            (.label("Red"), .label(nil)), (.favorite(true), .favorite(false)),
            (
                .album(Album.ID("1"), name: "Sea, by night", isMember: true),
                .album(Album.ID("1"), name: "", isMember: false)
            ),
        ])
    func edits(edit: PhotoEdit, inverse: PhotoEdit) async {
        let photos = [photo("a \u{0}\u{E9}\n"), photo("b")]
        let expected = Assessment(stars: 2, flag: .picked, label: "Blue")
        let change = LoggedChange(
            id: "1", date: Date(timeIntervalSince1970: 1),
            made: MadeChange(
                Change(edit, of: photos),
                inverse: .edit(
                    photos,
                    photos.map {
                        PhotoChange($0.id, identity: identity, inverse, isUndo: true, expected: expected)
                    })))
        await file().add(change)
        #expect(await file().load() == [change])
        #expect(await file("/other").load().isEmpty)
    }

    @Test("Logged favorites keep their details, but no thumbnails")
    func favorites() async {
        let favorite = Favorite(
            photo: photo("a"), library: "demo:", albumTitle: "Sea", added: Date(timeIntervalSince1970: 7),
            thumbnail: [1, 2])
        for (index, change) in [FavoriteChange.added([favorite]), .removed([favorite])].enumerated() {
            await file().add(
                LoggedChange(
                    id: "\(index)", date: Date(timeIntervalSince1970: 1),
                    made: MadeChange(
                        .favorites(change, [photo("a")]), inverse: .favorites(change.inverse, [photo("a")]))))
        }
        let bare = favorite.with(thumbnail: nil)
        #expect(
            await file().load().map(\.made.change) == [
                .favorites(.added([bare]), [photo("a")]), .favorites(.removed([bare]), [photo("a")]),
            ])
    }

    @Test("Files have another journal, so their changes aren't logged")
    func files() async {
        let change = Change(.trash, of: [photo("a")])
        await file().add(
            LoggedChange(
                id: "1", date: .now, made: MadeChange(change, inverse: .restore(FileChange(.trash, of: [photo("a")])))))
        #expect(await file().load().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/log"))
    }

    @Test("Instances share a log, and a change that one of them has undone is gone")
    func instances() async {
        let (one, other) = (file(), file())
        await one.add(rating("a"))
        await other.add(rating("b"))
        await one.add(rating("c"))
        await other.remove("a")
        #expect(await one.load().map(\.id) == ["b", "c"])
        #expect(await file().load().map(\.id) == ["b", "c"])
    }

    @Test("Changes can be undone for a day, and the last 1000 of them")
    func limits() async throws {
        let now = 30.0 * 3600
        await file().add(rating("old", at: 3600))
        let log = file()
        for number in 0...ChangeLogFile.maxChanges { await log.add(rating("\(number)", at: now - 60)) }
        let changes = await file(at: now).load()
        #expect(changes.count == ChangeLogFile.maxChanges && changes.first?.id == "1")
        // The next run drops the others from the file.
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.split(separator: "\n").count == ChangeLogFile.maxChanges)
    }

    @Test("Damaged and cut-off lines are skipped")
    func damage() async throws {
        let log = file()
        await log.add(rating("a"))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("null\n\u{0}\n{\"made\":{\"_0\":{\"id\":".utf8))
        try handle.close()
        await log.add(rating("b"))
        #expect(await log.load().map(\.id) == ["a", "b"])
        #expect(await file().load().map(\.id) == ["a", "b"])
    }

    @Test("A log that other users can write, or that is a link, is ignored")
    func untrusted() async throws {
        await file().add(rating("a"))
        let path = try path
        chmod(path, 0o666)
        #expect(await file().load().isEmpty)
        chmod(path, 0o600)
        await file().add(rating("a"))
        rename(path, folder.path + "/elsewhere")
        symlink(folder.path + "/elsewhere", path)
        #expect(await file().load().isEmpty)
    }

    @Test("Without a folder that can be made, nothing is logged")
    func unwritable() async throws {
        try folder.addFile("log", contents: "")
        await file().add(rating("a"))
        #expect(await file().load().isEmpty)
    }

    @Test("Undo expects the file that the last change of the photo has written, or undoing that")
    func replacedFile() async {
        let later = FileIdentity(node: FileNode(device: 1, inode: 8), bytes: 4, modified: 2)
        await file().add(rating("a", identity: identity))
        await file().add(
            LoggedChange(id: "2", date: Date(timeIntervalSince1970: 1), made: rating("a", 5, identity: later).made))
        let identities = await file().load().map(\.made.inverse.files.values.first)
        #expect(identities == [later, later])
        let last = FileIdentity(node: FileNode(device: 1, inode: 9), bytes: 5, modified: 3)
        await file().remove("2", files: [Photo.ID("a"): last])
        for _ in 1...2 { #expect(await file().load().map(\.made.inverse.files) == [[Photo.ID("a"): last]]) }
    }
}
