import Albums
import Basics
import Foundation
import Glibc
import TestFixtures
import Testing

@testable import Storage

@Suite("Operations of killed runs", .timeLimit(.minutes(60)))
struct FileRecoveryTests {
    private let fixture: FileFixture
    private let journal: FileJournal

    init() throws {
        fixture = try FileFixture()
        journal = FileJournal(folder: fixture.folder.path + "/state/files")
    }

    /// Begins to move photos, each with two files.
    private func begin(_ kind: FileOperation.Kind = .move) throws -> (entry: JournalEntry, handle: FileJournal.Handle) {
        _ = try fixture.folder.makeFolder("target")
        let groups = try ["a", "b", "c"].map { photo in
            let group = try fixture.photo(["\(photo).jpg", "\(photo).cr2"], to: "target")
            return JournalEntry.Group(
                photo: group.photo,
                files: try group.files.map { file in
                    JournalEntry.File(
                        source: file.source, target: try #require(file.target),
                        version: FileVersion(
                            try fixture.status("photos/\(String(decoding: file.source.name, as: UTF8.self))")))
                })
        }
        let entry = JournalEntry(
            id: FileJournal.makeID(.now), kind: kind, library: "library", date: Date(timeIntervalSince1970: 1),
            folders: [fixture.path("target")], groups: groups)
        return (entry, try journal.begin(entry))
    }

    /// Recovers the operation of a run that has ended. Programs that other tests are starting at the moment may have
    /// inherited its lock.
    private func recover(with mover: FileMover? = nil) async throws -> RecoveredOperation {
        var recovered: RecoveredOperation?
        try await waitUntil {
            recovered = await (mover ?? fixture.anotherRun).recover().first
            return recovered != nil
        }
        return try #require(recovered)
    }

    private func move(_ name: String) throws {
        try #require(
            rename("\(fixture.folder.path)/photos/\(name)", "\(fixture.folder.path)/target/\(name)") == 0)
    }

    @Test("A photo that is half moved is moved completely, and others stay; then undo works")
    func forward() async throws {
        var (entry, handle): (JournalEntry, FileJournal.Handle?) = try begin()
        for name in ["a.jpg", "a.cr2", "b.jpg"] { try move(name) }
        try fixture.folder.addFile("target/.tintype-\(entry.id)-1-1.part", contents: "unfinished")
        // Its run is still alive.
        #expect(await fixture.anotherRun.recover() == [])
        #expect(await fixture.anotherRun.recent(in: "library") == [])
        #expect(fixture.names("photos") == ["b.cr2", "c.cr2", "c.jpg"])
        withExtendedLifetime(handle) {}
        handle = nil
        let recovered = try await recover()
        #expect(recovered.operation.groups.map(\.photo.rawValue) == ["a.jpg", "b.jpg"])
        #expect(recovered.remaining == [Photo.ID("c.jpg")] && recovered.failures == [:])
        #expect(fixture.names("photos") == ["c.cr2", "c.jpg"])
        #expect(fixture.names("target") == ["a.cr2", "a.jpg", "b.cr2", "b.jpg"])
        #expect(await fixture.anotherRun.recover() == [])
        let recent = await fixture.anotherRun.recent(in: "library")
        #expect(recent == [recovered.operation])
        #expect(await fixture.anotherRun.revert(recent[0]).failures == [:])
        #expect(fixture.names("photos").count == 6 && fixture.names("").contains("target") == false)
    }

    @Test(
        "Where renaming changes the times of files, the files that a killed run has moved are found, and their times restored",
        arguments: [false, true])
    func changedTimes(isUndo: Bool) async throws {
        var renaming = ExclusiveRename()
        renaming.changesTimes = { _ in true }
        let mover = FileMover(
            journal: fixture.folder.path + "/state/files", homeTrash: "", user: geteuid(), renaming: renaming)
        if isUndo { try interruptUndo() } else { try move(of: try begin().entry, ["a.jpg"]) }
        let renamed = isUndo ? "photos/a.jpg" : "target/a.jpg"
        let time = try fixture.status(renamed).st_mtim.tv_sec
        try fixture.folder.setModificationTime(ofFile: renamed, toSecondsSince1970: time + 10)
        let recovered = try await recover(with: mover)
        #expect(recovered.operation.groups.map(\.photo.rawValue) == (isUndo ? ["b.jpg", "c.jpg"] : ["a.jpg"]))
        #expect(recovered.failures == [:])
        #expect(try fixture.status(renamed).st_mtim.tv_sec == time)
        #expect(fixture.names(isUndo ? "photos" : "target") == ["a.cr2", "a.jpg"])
        #expect(await mover.revert(recovered.operation).failures == [:])
        #expect(fixture.names("photos").count == 6)
    }

    @Test("If recovery is canceled, the next start finishes it")
    func canceledRecovery() async throws {
        try move(of: try begin().entry, ["a.jpg", "b.jpg"])
        let isReady = Gate()
        let canceled = Task { [fixture] in
            await isReady.pass()
            return await fixture.anotherRun.recover()
        }
        canceled.cancel()
        isReady.open()
        #expect(await canceled.value == [])
        let recovered = try await recover()
        #expect(recovered.operation.groups.map(\.photo.rawValue) == ["a.jpg", "b.jpg"])
        #expect(fixture.names("target") == ["a.cr2", "a.jpg", "b.cr2", "b.jpg"])
    }

    @Test("A photo that can't be moved completely is moved back")
    func back() async throws {
        try move(of: try begin().entry, ["b.jpg"])
        try fixture.folder.addFile("target/b.cr2", contents: "other")
        let recovered = try await recover()
        #expect(recovered.operation.groups == [] && recovered.remaining.count == 3 && recovered.failures == [:])
        #expect(fixture.names("photos").count == 6)
        #expect(fixture.names("target") == ["b.cr2"] && fixture.text("target/b.cr2") == "other")
    }

    private func move(of entry: JournalEntry, _ names: [String]) throws {
        for name in names { try move(name) }
    }

    @Test("A photo is reported if its files can't be brought together, and each file is whole")
    func apart() async throws {
        try move(of: try begin().entry, ["b.jpg"])
        try fixture.folder.addFile("target/b.cr2", contents: "other")
        try fixture.folder.addFile("photos/b.jpg", contents: "new")
        let recovered = try await recover()
        #expect(recovered.failures == [Photo.ID("b.jpg"): .of("b.cr2", .nameTaken)])
        #expect(fixture.text("target/b.jpg") == "photo b.jpg" && fixture.text("photos/b.cr2") == "photo b.cr2")
        #expect(fixture.text("photos/b.jpg") == "new" && fixture.text("target/b.cr2") == "other")
    }

    /// Moves all photos and begins to undo that.
    private func interruptUndo() throws {
        let (entry, handle) = try begin()
        for file in entry.groups.flatMap(\.files) { try move(String(decoding: file.source.name, as: UTF8.self)) }
        try handle.append(JournalEntry.Event(event: .reverting, groups: [0, 1]))
        try #require(
            rename(fixture.folder.path + "/target/a.jpg", fixture.folder.path + "/photos/a.jpg") == 0)
        #expect(throws: FileFailure.busy) { try journal.open(entry.id) }
    }

    @Test("Photos that were exchanging their names get the new ones or, if one still has its own, the old ones")
    func swaps() async throws {
        for parked in 0...3 {
            for finished in 0...(parked == 3 ? 3 : 0) {
                let names = ["a", "b", "c"]
                for name in names { try fixture.folder.addFile("photos/\(name).jpg", contents: name) }
                func path(_ name: String) -> [UInt8] { fixture.path("photos/\(name).jpg") }
                func group(_ index: Int, from source: String, to target: String) throws -> JournalEntry.Group {
                    let version = FileVersion(try fixture.status("photos/\(names[index]).jpg"))
                    return JournalEntry.Group(
                        photo: Photo.ID(names[index]),
                        files: [JournalEntry.File(source: path(source), target: path(target), version: version)])
                }
                let entry = JournalEntry(
                    id: FileJournal.makeID(.now), kind: .rename, library: "library", date: .now, folders: [],
                    groups: try names.indices.map { try group($0, from: names[$0], to: "tintype-1-\(names[$0])") }
                        + names.indices.map {
                            try group($0, from: "tintype-1-\(names[$0])", to: names[($0 + 1) % 3])
                        })
                do { _ = try journal.begin(entry) }
                let folder = fixture.folder.path + "/photos/"
                for name in names.prefix(parked) {
                    try #require(rename("\(folder)\(name).jpg", "\(folder)tintype-1-\(name).jpg") == 0)
                }
                for index in 0..<finished {
                    let new = names[(index + 1) % 3]
                    try #require(rename("\(folder)tintype-1-\(names[index]).jpg", "\(folder)\(new).jpg") == 0)
                }
                let recovered = try await recover()
                let expected = parked == 3 ? ["c", "a", "b"] : names
                #expect(names.map { fixture.text("photos/\($0).jpg") } == expected, "\(parked) \(finished)")
                #expect(fixture.photos.count == 3 && recovered.failures == [:])
                #expect(recovered.operation.groups.count == (parked == 3 ? 3 : 0))
                #expect(recovered.remaining.count == (parked == 3 ? 0 : 3))
                for name in names { try fixture.folder.removeFile("photos/\(name).jpg") }
            }
        }
    }

    @Test("An interrupted undo is completed")
    func undo() async throws {
        try interruptUndo()
        let recovered = try await recover()
        #expect(recovered.operation.groups.map(\.photo.rawValue) == ["b.jpg", "c.jpg"])
        #expect(fixture.names("photos") == ["a.cr2", "a.jpg"])
    }

    @Test("A copy of another program at the target is not taken for the operation's own")
    func foreignCopy() async throws {
        _ = try begin()
        try #require(system("cp -p '\(fixture.folder.path)'/photos/* '\(fixture.folder.path)/target'") == 0)
        let recovered = try await recover()
        #expect(recovered.operation.groups == [] && recovered.failures == [:])
        #expect(fixture.names("photos").count == 6 && fixture.names("target").count == 6)
    }

    @Test("After a power failure, information in the trash that is empty is written again")
    func emptyInformation() async throws {
        let operation = try #require(await fixture.trash(try fixture.photo("a.jpg", "a.xmp")).operation)
        let entry = "state/files/\(operation.id).json"
        try fixture.folder.addFile(
            entry, contents: try #require(fixture.text(entry)).replacing("{\"event\":\"settled\"}\n", with: ""))
        let information = fixture.trash + "/info/a.jpg.trashinfo"
        let text = try #require(fixture.text(information))
        try fixture.folder.addFile(information)
        try fixture.folder.removeFile(fixture.trash + "/info/a.xmp.trashinfo")
        #expect(try await recover().operation == operation)
        #expect(fixture.text(information) == text)
        #expect(fixture.recordedPath("a.xmp") == fixture.folder.path + "/photos/a.xmp")
    }

    @Test("Entries that were not complete are removed, unless they may be in use")
    func unfinishedEntries() async throws {
        for name in [".1-old", ".1-new", ".other.json"] {
            try fixture.folder.addFile("state/files/\(name)")
            if name != ".1-new" {
                try fixture.folder.setModificationTime(ofFile: "state/files/\(name)", toSecondsSince1970: 1)
            }
        }
        #expect(await fixture.mover.recover() == [])
        #expect(fixture.names("state/files") == [".1-new", ".other.json"])
    }

    @Test("After a power failure in the middle of a line, an operation is completed and can be undone")
    func unfinishedLine() async throws {
        try move(of: try begin().entry, ["a.jpg"])
        let name = "state/files/" + (try #require(fixture.names("state/files").first))
        try fixture.folder.addFile(name, contents: try #require(fixture.text(name)) + "{\"event\":\"cop")
        let recovered = try await recover()
        #expect(recovered.operation.groups.map(\.photo.rawValue) == ["a.jpg"])
        #expect(await fixture.anotherRun.recent(in: "library") == [recovered.operation])
        #expect(await fixture.anotherRun.revert(recovered.operation).failures == [:])
        #expect(fixture.names("photos").count == 6)
    }

    @Test("Where files can't be locked, an operation counts as abandoned after a day")
    func noLocks() async throws {
        let journal = FileJournal(folder: fixture.folder.path + "/state/files") { _ in
            errno = ENOLCK
            return -1
        }
        let id = try begin().entry.id
        #expect(throws: FileFailure.busy) { try journal.openAbandoned(id) }
        // A process that another test is starting may hold the lock for a moment.
        try await waitUntil { (try? self.journal.openAbandoned(id)) != nil }
        try fixture.folder.setModificationTime(ofFile: "state/files/\(id).json", toSecondsSince1970: 1)
        _ = try journal.openAbandoned(id)
    }
}
