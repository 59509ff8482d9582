import Albums
import Basics
import Foundation
import Synchronization
import TestFixtures
import Testing

@testable import Libraries

@Suite("Photos whose path is that of another file", .timeLimit(.minutes(60)))
struct ReplacedFolderTests {
    private let folder: TemporaryFolder
    private let files: SpyFiles
    private let sidecars = SpySidecars()
    private let rome = PhotoList.album(Album.ID("Rome"))

    init() throws {
        folder = try TemporaryFolder()
        files = try SpyFiles()
        // The files look alike but for their inodes.
        for parent in ["photos/Rome", "others/Rome", "photos/Oslo"] {
            for name in ["1.jpg", "2.jpg", "3.jpg"] { try addPhoto("\(parent)/\(name)") }
        }
    }

    private func addPhoto(_ name: String) throws {
        try folder.addFile(name, contents: "\u{FF}")
        try Data([0xFF, 0xD8, 0xFF]).write(to: URL(filePath: "\(folder.path)/\(name)"))
        try folder.setModificationTime(ofFile: name, toSecondsSince1970: 1_700_000_000)
    }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    private func library(
        at root: String = "photos", _ storage: AssessmentStorage = .sidecar, writing port: SidecarPort? = nil,
        isWatched: Bool = false
    ) async throws -> FolderLibrary {
        let library = try FolderLibrary(
            path: Array(path(root).utf8),
            .init(
                index: SpyIndex().port, sidecars: SidecarSettings(port: port ?? sidecars.port, storage: storage),
                files: files.port, isWatched: isWatched))
        for await event in library.events() where event == .completed { break }
        return library
    }

    /// The photos as a list shows them now.
    private func shown(by library: FolderLibrary) async throws -> [Photo] {
        try await library.photos(in: rome, matching: .everything, in: 0..<9).items
    }

    /// Returns why changes of photos are refused.
    private func refusals(_ edit: PhotoEdit, of photos: [Photo], in library: FolderLibrary) async throws
        -> [EditRefusal]
    {
        let editing = try #require(library.editing)
        return await editing.apply(photos.map { PhotoChange($0, edit) }).refusals.values.map { $0 }
    }

    private func edits() -> [PhotoEdit] {
        [
            .rate(5), .flag(.rejected), .label("Red"), .trash, .move(toFolder: Array(path("target").utf8)),
            .copy(toFolder: Array(path("target").utf8)), .rename("x"),
        ]
    }

    /// A way in which another folder gets the path of an album.
    enum Replacement: CaseIterable {
        case renamed, exchanged, recreated, link

        func make(_ folder: TemporaryFolder) throws {
            let (album, other) = (folder.path + "/photos/Rome", folder.path + "/others/Rome")
            switch self {
            case .renamed, .link:
                rename(album, folder.path + "/former")
                if self == .link { symlink(other, album) } else { rename(other, album) }
            case .exchanged:
                rename(album, folder.path + "/former")
                rename(other, album)
                rename(folder.path + "/former", other)
            case .recreated:
                // Without its former files, the file system could give their inodes to the new ones.
                rename(album, folder.path + "/former")
                try FileManager.default.copyItem(atPath: other, toPath: album)
            }
        }
    }

    @Test(
        "If another folder has the path of an album, no change hits its files, until it is shown",
        arguments: Replacement.allCases)
    func folders(_ replacement: Replacement) async throws {
        let library = try await library()
        let before = try await shown(by: library)
        #expect(before.allSatisfy { $0.identity != nil })
        let events = library.events()
        try replacement.make(folder)
        // Favorites and commands ask before they use a photo.
        for photo in before { #expect(await library.isReplaced(photo)) }
        for edit in edits() {
            #expect(try await refusals(edit, of: [before[1]], in: library) == [.replaced])
            #expect(try await refusals(edit, of: before, in: library) == [.replaced, .replaced, .replaced])
        }
        #expect(files.moved.isEmpty && sidecars.changes.isEmpty)
        for await event in events where event == .folderReplaced(path: "Rome") { break }
        let after = try await shown(by: library)
        #expect(!zip(before, after).contains { $0.hasPixels(of: $1) })
        for photo in before { #expect(await library.isReplaced(photo)) }
        for photo in after { #expect(await !library.isReplaced(photo)) }
        // Marked photos are those from before.
        #expect(try await refusals(.trash, of: before, in: library).count == 3)
        #expect(try await refusals(.rate(5), of: before, in: library).count == 3)
        #expect(try await refusals(.rate(5), of: after, in: library).isEmpty)
        #expect(try await refusals(.trash, of: after, in: library).isEmpty)
    }

    @Test("If the opened folder is another one, no change hits its files, until it is shown", arguments: [false, true])
    func root(isLink: Bool) async throws {
        try folder.addLink("link", to: path("photos"))
        let library = try await library(at: isLink ? "link" : "photos")
        let before = try await shown(by: library)
        let events = library.events()
        if isLink {
            try folder.removeFile("link")
            try folder.addLink("link", to: path("others"))
        } else {
            rename(path("photos"), path("former"))
            rename(path("others"), path("photos"))
        }
        for edit in edits() { #expect(try await refusals(edit, of: [before[0]], in: library) == [.replaced]) }
        #expect(files.moved.isEmpty && sidecars.changes.isEmpty)
        for await event in events where event == .folderReplaced(path: library.address) { break }
        #expect(try await refusals(.trash, of: try await shown(by: library), in: library).isEmpty)
    }

    @Test("Photos that are listed for the first time after their folder was replaced are refused, too")
    func notYetListed() async throws {
        let library = try await library()
        try Replacement.renamed.make(folder)
        #expect(try await refusals(.trash, of: try await shown(by: library), in: library).count == 3)
        #expect(files.moved.isEmpty)
    }

    @Test("The watcher notices another folder without a key", arguments: Replacement.allCases)
    func watched(_ replacement: Replacement) async throws {
        let library = try await library(isWatched: true)
        let before = try await shown(by: library)
        let events = library.events()
        try replacement.make(folder)
        for await event in events where event == .folderReplaced(path: "Rome") { break }
        #expect(!zip(before, try await shown(by: library)).contains { $0.hasPixels(of: $1) })
    }

    @Test("The watcher notices that a link to the opened folder leads elsewhere")
    func switchedLink() async throws {
        try folder.addLink("link", to: path("photos"))
        let library = try await library(at: "link", isWatched: true)
        _ = try await shown(by: library)
        let events = library.events()
        try folder.removeFile("link")
        try folder.addLink("link", to: path("others"))
        for await event in events where event == .folderReplaced(path: library.address) { break }
        #expect(await library.totals().photos == 3)
    }

    @Test("A file that another program writes in place can be rated at once, and moved once that is known")
    func writtenInPlace() async throws {
        let library = try await library()
        let before = try await shown(by: library)
        try folder.addFile("photos/Rome/1.jpg", contents: "edited")
        #expect(await !library.isReplaced(before[0]))
        #expect(try await refusals(.rate(3), of: [before[0]], in: library).isEmpty)
        let events = library.events()
        #expect(try await refusals(.trash, of: [before[0]], in: library) == [.replaced])
        for await _ in events where try await !shown(by: library)[0].hasPixels(of: before[0]) { break }
        #expect(try await refusals(.trash, of: [before[0]], in: library).isEmpty)
    }

    @Test("A file that another program writes again by renaming is the same photo once that is known")
    func writtenByRenaming() async throws {
        let library = try await library()
        let before = try await shown(by: library)
        try folder.addFile("photos/Rome/new", contents: "edited")
        rename(path("photos/Rome/new"), path("photos/Rome/1.jpg"))
        let events = library.events()
        #expect(try await refusals(.rate(3), of: [before[0]], in: library) == [.replaced])
        for await _ in events where try await !shown(by: library)[0].hasPixels(of: before[0]) { break }
        #expect(try await refusals(.rate(3), of: [before[0]], in: library).isEmpty)
        #expect(try await refusals(.trash, of: [before[0]], in: library).isEmpty)
    }

    @Test("A photo that gets the name of another one isn't that")
    func movedOver() async throws {
        let library = try await library()
        let before = try await shown(by: library)
        rename(path("photos/Rome/2.jpg"), path("photos/Rome/1.jpg"))
        let events = library.events()
        #expect(try await refusals(.rate(3), of: [before[0]], in: library) == [.replaced])
        for await _ in events where try await shown(by: library).count == 2 { break }
        #expect(try await refusals(.rate(3), of: [before[0]], in: library) == [.replaced])
        #expect(try await refusals(.trash, of: [before[0]], in: library) == [.replaced])
    }

    /// Writes new files, as storage does.
    private let pictureWriter = SidecarPort { photos in
        for change in photos.joined() where change.container == .picture {
            let new = change.path + Array(".part".utf8)
            try? Data([0xFF, 0xD8, 0xFF, UInt8.random(in: 0...9)]).write(to: URL(filePath: new.text))
            rename(new.text, change.path.text)
        }
        return photos.map { _ in .success(PhotoProperties()) }
    }

    @Test("A later run can undo a rating that was written to a JPEG, but not of a file that replaced it")
    func laterRun() async throws {
        let first = try await library(.file, writing: pictureWriter)
        let photos = try await shown(by: first)
        let result = try await #require(first.editing).apply(photos.map { PhotoChange($0, .rate(4)) })
        try addPhoto("photos/Rome/new.jpg")
        rename(path("photos/Rome/new.jpg"), path("photos/Rome/2.jpg"))
        let second = try await library(.file, writing: pictureWriter)
        let undone = try await #require(second.editing).apply(result.inverse)
        #expect(undone.refusals.map(\.key.photo) == [photos[1].id])
        #expect(undone.refusals.values.first == .replaced)
    }

    @Test(
        "After Tintype has written a rating to a JPEG, further changes of the same photo are made",
        arguments: [false, true])
    func ownChanges(isReadAgain: Bool) async throws {
        let library = try await library(.file, writing: pictureWriter)
        let before = try await shown(by: library)
        for stars in 1...3 {
            #expect(try await refusals(.rate(stars), of: before, in: library).isEmpty)
            if isReadAgain {
                #expect(await library.refresh())
                // The pixels are the same.
                #expect(try await shown(by: library).map(\.pixelVersion) == before.map(\.pixelVersion))
            }
        }
        #expect(try await refusals(.trash, of: [before[0]], in: library).isEmpty)
        let restored = try await #require(library.editing).apply([PhotoChange(before[0], .restore)])
        #expect(restored.refusals.isEmpty)
        #expect(try await refusals(.rate(4), of: [before[0]], in: library).isEmpty)
        // Another folder is another one, also after that.
        try Replacement.exchanged.make(folder)
        #expect(try await refusals(.rate(5), of: before, in: library).count == 3)
    }
}
