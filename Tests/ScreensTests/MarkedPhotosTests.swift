import Albums
import Basics
import Foundation
import TerminalUI
import TestFixtures
import Testing

@testable import Screens

@MainActor
@Suite("Marked photos", .timeLimit(.minutes(60)))
struct MarkedPhotosTests {
    private let marks = InMemoryMarks()
    private let sharing = SpySharing()

    private func files(_ names: String...) -> [Photo] {
        names.map { name in
            Photo(
                id: Photo.ID("All/\(name)"), albumID: Album.ID("All"), title: name,
                file: Array("/All/\(name)".utf8))
        }
    }

    private func open(_ library: InMemoryLibrary) async -> TestStage {
        await TestStage(library: library, marks: marks, sharing: sharing).open("All")
    }

    @Test("Marks persist across runs, on home, in albums and for sharing")
    func persistent() async {
        let library = InMemoryLibrary(photos: files("a", "b", "c"))
        var stage = await open(library)
        stage.press(Key(.enter))
        await stage.see("1/3")
        stage.press(Key("m"), Key(.right), Key("m"), Key(.right), Key("m"), Key("m"))
        await stage.see("2 marked")
        await stage.coordinator.finish()
        stage = await open(library)
        await stage.see("2 marked")
        stage.press(Key(.enter))
        await stage.see("2 marked  1/3")
        #expect(stage.text.count { $0 == "\u{2713}" } == 2)
        stage.type("sc")
        await stage.see("Copied paths")
        #expect(sharing.copied == ["All/a\nAll/b"])
    }

    @Test("A file marked in an earlier run stays marked only if the library still has it")
    func goneSince() async {
        let library = InMemoryLibrary(photos: files("a", "c"))
        try? await marks.port.add(files("a", "b", "c"))
        library.set(isComplete: false)
        let stage = await open(library)
        library.set(isComplete: true)
        library.send(.completed)
        await stage.see("2 marked")
        await stage.coordinator.finish()
        #expect(marks.photos.map(\.title) == ["a", "c"])
    }

    @Test("A photo that the user unmarks while the marks of earlier runs are read stays unmarked")
    func unmarkedWhileLoading() async throws {
        let gate = Gate()
        let marks = InMemoryMarks(loadGate: gate)
        try await marks.port.add(files("a", "b"))
        let stage = await TestStage(library: InMemoryLibrary(photos: files("a", "b")), marks: marks).open("All")
        try await gate.arrivals(1)
        stage.press(Key(.enter))
        await stage.see("1/2")
        stage.press(Key("m"), Key("m"))
        gate.open()
        await stage.see("1 marked")
        await stage.coordinator.finish()
        #expect(marks.photos.map(\.title) == ["b"])
    }

    @Test("' shows only the marked photos, of all albums, and goes back from there")
    func list() async {
        let stage = TestStage(library: InMemoryLibrary(photosPerAlbum: 12), marks: marks, sharing: sharing)
        await stage.open("Album 1", "1/12")
        stage.press(Key(.right), Key("m"), Key("q"))
        await stage.see("Ada Lovelace")
        stage.press(Key(.right), Key(.enter))
        await stage.see("1 marked  1/12")
        stage.type("m'")
        await stage.see("Marked photos")
        await stage.see("2 marked  1/2")
        #expect(stage.text.contains("Photo 2") && stage.text.contains("Photo 1") && !stage.text.contains("Photo 3"))
        stage.press(Key(.escape))
        await stage.see("2 marked  1/12")
        stage.type("'")
        await stage.see("Marked photos")
        stage.type("'")
        await stage.see("2 marked  1/12")
    }

    @Test("The list of marked photos is searched by current dates; changes are still for the files that were marked")
    func changed() async {
        let library = InMemoryLibrary.folder(albums: 1)
        library.allowEditing()
        func photos(day: Int) -> [Photo] {
            (1...3).map { number in
                let node = FileNode(device: 1, inode: UInt64(10 * day + number))
                return Photo(
                    id: Photo.ID("Album 1/\(number)"), albumID: Album.ID("Album 1"), title: "Photo \(number)",
                    date: Date(timeIntervalSince1970: 1_714_521_600 + 86_400 * Double(day + number - 2)),
                    identity: FileIdentity(node: node, bytes: 1, modified: 0))
            }
        }
        library.set(photos: photos(day: 1))
        let stage = await TestStage(library: library, marks: marks).open("Album 1", "1/3")
        stage.type("  ")
        await stage.see("2 marked")
        stage.type("'")
        await stage.see("Marked photos")
        stage.type("/date:2024-05-12")
        await stage.miss("Photo 2")
        library.set(photos: photos(day: 11))
        library.send(.changed)
        await stage.see("1/1 of 2")
        #expect(stage.text.contains("Photo 2"))
        stage.press(Key(.enter))
        stage.type("'")
        await stage.see("2 marked  3/3")
        stage.type("4")
        await stage.until("a rating") { library.writes.count == 1 }
        #expect(library.writes[0].map { $0.identity?.node.inode } == [11, 12])
        await stage.coordinator.finish()
        #expect(marks.photos.map(\.title) == ["Photo 1", "Photo 2"])
    }

    @Test("Without marks, ' says so")
    func none() async {
        let stage = await open(InMemoryLibrary(photos: files("a")))
        stage.type("'")
        await stage.see("No photos are marked")
        stage.press(Key(.enter))
        await stage.see("1/1")
        stage.type("'")
        await stage.see("No photos are marked")
    }

    @Test("In the list of marked photos, a photo that is unmarked disappears, and z brings it back")
    func unmarking() async {
        let stage = await open(InMemoryLibrary(photos: files("a", "b", "c")))
        stage.press(Key(.enter))
        await stage.see("1/3")
        stage.type("M")
        await stage.see("3 marked")
        stage.type("'")
        await stage.see("Marked photos")
        await stage.see("3 marked  1/3")
        stage.type("m")
        await stage.see("2 marked  1/2")
        stage.type("z")
        await stage.see("3 marked  3/3")
        stage.type("M")
        await stage.see("No photos are marked")
        stage.type("z")
        await stage.see("3 marked  1/3")
    }

    @Test("The viewer pages through the marked photos when it was opened from their list")
    func viewer() async {
        let stage = await open(InMemoryLibrary(photos: files("a", "b", "c", "d")))
        stage.press(Key(.enter))
        await stage.see("1/4")
        stage.press(Key("m"), Key(.right), Key(.right), Key("m"), Key(.right), Key("m"), Key("'"))
        await stage.see("3 marked  1/3")
        stage.press(Key(.enter))
        await stage.see("fit  1/3")
        stage.press(Key(.right))
        await stage.see("\u{2713} c")
        await stage.see("fit  2/3")
    }

    @Test("is:marked finds the marked photos among others, also with a minus and other words")
    func search() async {
        let stage = await open(InMemoryLibrary(photos: files("a", "ab", "b", "c")))
        stage.press(Key(.enter))
        await stage.see("1/4")
        stage.press(Key("m"), Key(.right), Key(.right), Key("m"))
        stage.type("/is:marked")
        await stage.see("2 marked  2/2 of 4")
        #expect(!stage.text.contains("\u{00D7}"))
        stage.type(" a")
        await stage.see("1/1 of 4")
        stage.press(Key(.escape))
        stage.type("/-is:marked")
        await stage.see("/2 of 4")
        stage.press(Key(.enter))
        stage.type("m")
        await stage.see("3 marked  1/1 of 4")
    }

    @Test("Marks that can't be stored are reported, and stay for this run")
    func unwritable() async {
        let stage = await open(InMemoryLibrary(photos: files("a")))
        marks.set(failure: .diskFull)
        stage.press(Key(.enter))
        await stage.see("1/1")
        stage.type("m")
        await stage.see("Couldn't save marks: the disk is full")
        await stage.see("1 marked")
    }

    @Test("Marks that can't be read are reported")
    func unreadable() async {
        marks.set(failure: .damaged(path: "/x/favorites.sqlite"))
        let stage = await open(InMemoryLibrary(photos: files("a")))
        await stage.see("Couldn't read marks")
    }

    @Test("A run that picks photos neither knows nor changes the marks of others")
    func picking() async {
        try? await marks.port.add(files("a"))
        let stage = TestStage(
            library: InMemoryLibrary(photos: files("a", "b")), marks: marks, sharing: sharing, picking: Picking())
        await stage.open("All", "1/2")
        stage.press(Key(.right), Key("m"))
        await stage.see("1 marked  2/2")
        await stage.coordinator.finish()
        #expect(marks.photos.map(\.title) == ["a"])
    }
}
