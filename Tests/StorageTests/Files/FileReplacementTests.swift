import Albums
import Foundation
import Glibc
import TestFixtures
import Testing

@testable import Storage

@Suite("Undo of moves after Tintype has written to the photos", .timeLimit(.minutes(60)))
struct FileReplacementTests {
    private let fixture: FileFixture

    init() throws {
        fixture = try FileFixture()
    }

    private func move(_ names: String..., to target: String = "picks") async throws -> FileOperation {
        try #require(
            await fixture.mover.perform(.move, [fixture.photo(names, to: target)], in: "library").operation)
    }

    /// Moves a photo on, from one folder to another.
    private func move(_ name: String, from source: String, to target: String) async throws -> FileOperation {
        let file = FileMove(source: fixture.path("\(source)/\(name)"), target: fixture.path("\(target)/\(name)"))
        let group = FileGroup(photo: Photo.ID("\(source)/\(name)"), files: [file])
        return try #require(await fixture.mover.perform(.move, [group], in: "library").operation)
    }

    /// Replaces a file, as writing a rating does.
    /// - Parameter isOwn: whether Tintype does it.
    private func rate(_ name: String, isOwn: Bool = true) throws {
        let isNew = fixture.text(name) == nil
        let old = isNew ? nil : FileVersion(try fixture.status(name))
        try Data("rated".utf8).write(to: URL(filePath: "\(fixture.folder.path)/\(name)"), options: .atomic)
        guard isOwn else { return }
        fixture.mover.note([
            FileReplacement(path: fixture.path(name), old: old, new: FileVersion(try fixture.status(name)))
        ])
    }

    @Test("A photo to which a rating was written twice moves back with it, also in a later run")
    func ratedPicture() async throws {
        let operation = try await move("a.jpg", "a.cr2")
        for _ in 0..<2 { try rate("picks/a.jpg") }
        #expect(await fixture.anotherRun.recent(in: "library") == [operation])
        #expect(await fixture.anotherRun.recover() == [])
        #expect(await fixture.anotherRun.revert(operation).failures == [:])
        #expect(fixture.photos == ["a.jpg": "rated", "a.cr2": "photo a.cr2"] && fixture.names("picks") == [])
    }

    @Test("A photo that another program has also written stays", arguments: [true, false])
    func foreignChange(isBefore: Bool) async throws {
        let operation = try await move("a.jpg")
        if isBefore { try rate("picks/a.jpg", isOwn: false) }
        try rate("picks/a.jpg")
        if !isBefore { try rate("picks/a.jpg", isOwn: false) }
        #expect(await fixture.mover.revert(operation).failures == [Photo.ID("a.jpg"): .of("a.jpg", .changed)])
        #expect(fixture.photos == [:] && fixture.text("picks/a.jpg") == "rated")
    }

    @Test("A sidecar that was created beside a moved photo goes back with it", arguments: ["a.jpg.xmp", "a.xmp"])
    func newSidecar(name: String) async throws {
        let operation = try await move("a.jpg")
        let writer = SidecarWriter(onReplaced: fixture.mover.note) { sidecars in
            sidecars.map { _ in .success(EditedPacket(Array("rated".utf8))) }
        }
        let change = SidecarChange(path: fixture.path("picks/\(name)"), properties: PhotoProperties())
        #expect(await writer.write([change]) == [nil])
        #expect(await fixture.anotherRun.revert(operation).failures == [:])
        #expect(fixture.photos == ["a.jpg": "photo a.jpg", name: "rated"] && fixture.names("picks") == [])
    }

    @Test("A move can be undone after ratings of the photo were undone and redone", arguments: [0, 1])
    func undoneSidecar(redone: Int) async throws {
        let operation = try await move("a.jpg")
        let writer = SidecarWriter(onReplaced: fixture.mover.note) { sidecars in
            sidecars.map { _ in .success(EditedPacket(Array("rated".utf8))) }
        }
        let (unrated, rated) = (Assessment(), Assessment(stars: 4))
        let rating = PhotoProperties(from: unrated, to: rated)
        let undo = PhotoProperties(from: rated, to: unrated)
        for properties in [rating, undo] + [PhotoProperties](repeating: rating, count: redone) {
            let change = SidecarChange(
                path: fixture.path("picks/a.jpg.xmp"), properties: properties, isUndo: properties == undo)
            #expect(await writer.write([change]) == [nil])
        }
        #expect(fixture.names("picks") == (redone == 1 ? ["a.jpg", "a.jpg.xmp"] : ["a.jpg"]))
        #expect(await fixture.anotherRun.revert(operation).failures == [:])
        #expect(fixture.names("photos") == (redone == 1 ? ["a.jpg", "a.jpg.xmp"] : ["a.jpg"]))
        #expect(fixture.names("picks") == [])
    }

    @Test("A sidecar of a renamed photo gets the photo's former name")
    func renamed() async throws {
        let group = try fixture.photo("a.jpg", "a.cr2")
        let files = group.files.map { file in
            FileMove(source: file.source, target: fixture.path("photos/b") + file.source.suffix(4))
        }
        let operation = try #require(
            await fixture.mover.perform(.rename, [FileGroup(photo: group.photo, files: files)], in: "library")
                .operation)
        for name in ["b.xmp", "b.cr2.xmp", "other.xmp"] { try rate("photos/\(name)") }
        #expect(await fixture.mover.revert(operation).failures == [:])
        #expect(fixture.names("photos") == ["a.cr2", "a.cr2.xmp", "a.jpg", "a.xmp", "other.xmp"])
    }

    @Test("A sidecar that was there before the photo stays")
    func oldSidecar() async throws {
        try fixture.folder.addFile("picks/a.jpg.xmp", contents: "other")
        let operation = try await move("a.jpg")
        try rate("picks/a.jpg.xmp")
        #expect(await fixture.mover.revert(operation).failures == [:])
        #expect(fixture.names("photos") == ["a.jpg"] && fixture.names("picks") == ["a.jpg.xmp"])
    }

    @Test("If a sidecar's name is taken where the photo was, the photo stays")
    func takenSidecar() async throws {
        let operation = try await move("a.jpg")
        try rate("picks/a.jpg.xmp")
        try fixture.folder.addFile("photos/a.jpg.xmp", contents: "other")
        #expect(await fixture.mover.revert(operation).failures == [Photo.ID("a.jpg"): .of("a.jpg.xmp", .nameTaken)])
        #expect(fixture.photos == ["a.jpg.xmp": "other"] && fixture.names("picks") == ["a.jpg", "a.jpg.xmp"])
    }

    @Test("Several moves of a photo are undone one after another, with the rating that it got after the last")
    func severalMoves() async throws {
        let first = try await move("a.jpg")
        let second = try await move("a.jpg", from: "picks", to: "best")
        for name in ["best/a.jpg", "best/a.jpg.xmp"] { try rate(name) }
        #expect(await fixture.mover.revert(second).failures == [:])
        #expect(fixture.names("picks") == ["a.jpg", "a.jpg.xmp"])
        #expect(await fixture.anotherRun.revert(first).failures == [:])
        #expect(fixture.photos == ["a.jpg": "rated", "a.jpg.xmp": "rated"] && fixture.names("picks") == [])
    }

    @Test("A copy can be undone after its original was rated, or moved to another disk and back", .requiresMounting)
    func copyOfMoved() async throws {
        let disk = try SmallDisk(at: fixture.folder.makeFolder("card"), bytes: 1 << 20)
        let copy = try #require(
            await fixture.mover.perform(.copy, [fixture.photo(["a.jpg"], to: "copies")], in: "library").operation)
        try rate("photos/a.jpg")
        let operation = try await move("a.jpg", from: "photos", to: "card")
        #expect(await fixture.mover.revert(operation).failures == [:])
        #expect(await fixture.anotherRun.revert(copy).failures == [:])
        #expect(fixture.photos == ["a.jpg": "rated"] && fixture.names("copies") == [])
        withExtendedLifetime(disk) {}
    }

    @Test("A copy that was rated is not removed by undo")
    func ratedCopy() async throws {
        let copy = try #require(
            await fixture.mover.perform(.copy, [fixture.photo(["a.jpg"], to: "copies")], in: "library").operation)
        try rate("copies/a.jpg")
        #expect(await fixture.mover.revert(copy).failures == [Photo.ID("a.jpg"): .of("a.jpg", .changed)])
        #expect(fixture.text("copies/a.jpg") == "rated")
    }

    @Test("An undo that was killed between two files finds a rated photo where it has moved it")
    func killedUndo() async throws {
        let operation = try await move("a.jpg", "a.cr2")
        try rate("picks/a.jpg")
        do {
            // A process that another test starts holds the locks of this one until it runs its program.
            let handle = try FileJournal(folder: fixture.folder.path + "/state/files").open(operation.id, waits: true)
            try handle.append(JournalEntry.Event(event: .reverting, groups: [0]))
        }
        try #require(rename(fixture.folder.path + "/picks/a.jpg", fixture.folder.path + "/photos/a.jpg") == 0)
        try await waitUntil { await fixture.anotherRun.recover().count == 1 }
        #expect(fixture.photos == ["a.jpg": "rated", "a.cr2": "photo a.cr2"] && fixture.names("picks") == [])
    }
}
