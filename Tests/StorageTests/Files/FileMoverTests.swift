import Albums
import Basics
import Foundation
import Glibc
import TestFixtures
import Testing

@testable import Storage

@Suite("Moving files of photos", .timeLimit(.minutes(60)))
struct FileMoverTests {
    private let fixture: FileFixture

    init() throws {
        fixture = try FileFixture()
    }

    @Test("A trashed photo goes to the trash with its files, and undo brings all of them back as they were")
    func trashAndUndo() async throws {
        let photo = try fixture.photo("a.jpg", "a.jpg.xmp", "a.cr2")
        try fixture.folder.setModificationTime(ofFile: "photos/a.jpg", toSecondsSince1970: 1_234_567)
        let before = fixture.photos
        let result = await fixture.trash(photo)
        #expect(result.failures == [:])
        let operation = try #require(result.operation)
        #expect(operation.kind == .trash && operation.library == "library")
        #expect(operation.groups.map(\.photo) == [Photo.ID("a.jpg")])
        #expect(fixture.photos == [:])
        #expect(fixture.names(fixture.trash + "/files") == ["a.cr2", "a.jpg", "a.jpg.xmp"])
        #expect(fixture.recordedPath("a.jpg") == fixture.folder.path + "/photos/a.jpg")
        let information = try #require(fixture.text(fixture.trash + "/info/a.cr2.trashinfo"))
        #expect(
            try information.wholeMatch(
                of: Regex(#"\[Trash Info\]\nPath=/\S+/photos/a\.cr2\nDeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\n"#))
                != nil)
        #expect(await fixture.mover.recent(in: "library") == [operation])
        #expect(await fixture.mover.recent(in: "another") == [])

        let undone = await fixture.mover.revert(operation)
        #expect(undone.failures == [:] && undone.operation?.groups == operation.groups)
        #expect(fixture.photos == before)
        #expect(try fixture.status("photos/a.jpg").st_mtim.tv_sec == 1_234_567)
        #expect(fixture.names(fixture.trash + "/files") == [] && fixture.names(fixture.trash + "/info") == [])
        #expect(await fixture.mover.recent(in: "library") == [])
        #expect(fixture.names("state/files") == [])
    }

    @Test("After a restart, several operations on one photo are undone one after another")
    func chain() async throws {
        let photo = try fixture.photo(["a.jpg", "a.xmp"], to: "picks")
        let before = fixture.photos
        #expect(await fixture.mover.perform(.move, [photo], in: "library").failures == [:])
        let renamed = FileGroup(
            photo: Photo.ID("picks/a.jpg"),
            files: ["jpg", "xmp"].map {
                FileMove(source: fixture.path("picks/a.\($0)"), target: fixture.path("picks/best.\($0)"))
            })
        #expect(await fixture.mover.perform(.rename, [renamed], in: "library").failures == [:])
        let later = fixture.anotherRun
        let operations = await later.recent(in: "library")
        #expect(operations.map(\.kind) == [.move, .rename])
        for operation in operations.reversed() { #expect(await later.revert(operation).failures == [:]) }
        #expect(fixture.photos == before)
    }

    @Test("Undo works after a restart, for a part of the photos, too")
    func restart() async throws {
        let photos = try [fixture.photo("a.jpg"), fixture.photo("b.jpg"), fixture.photo("c.jpg")]
        let before = fixture.photos
        _ = await fixture.mover.perform(.trash, photos, in: "library")
        let mover = fixture.anotherRun
        let operation = try #require(await mover.recent(in: "library").last)
        let part = FileOperation(
            id: operation.id, kind: operation.kind, library: operation.library, date: operation.date,
            groups: [operation.groups[1]])
        #expect(await mover.revert(part).operation == part)
        #expect(fixture.names("photos") == ["b.jpg"])
        #expect(await mover.recent(in: "library").map { $0.groups.map(\.photo.rawValue) } == [["a.jpg", "c.jpg"]])
        #expect(await fixture.anotherRun.revert(operation).failures == [Photo.ID("b.jpg"): .of("b.jpg", .gone)])
        #expect(fixture.photos == before)
    }

    @Test("Marks and favorites among photos are kept with the operation")
    func annotations() async throws {
        let operation = try #require(await fixture.trash(try fixture.photo("a.jpg")).operation)
        let annotations = PhotoAnnotations(
            marked: [Photo.ID("a.jpg")], favorites: [Photo.ID("a.jpg"): Date(timeIntervalSince1970: 1.5)])
        await fixture.mover.annotate(operation.id, annotations)
        #expect(await fixture.anotherRun.recover() == [])
        #expect(await fixture.anotherRun.recent(in: "library").map(\.annotations) == [annotations])
        #expect(await fixture.anotherRun.revert(operation).failures == [:])
    }

    @Test("Photos move to a new folder and back, and the folder that was made for them disappears")
    func move() async throws {
        let photos = try [
            fixture.photo(["a.jpg", "a.xmp"], to: "picks/best"), fixture.photo(["b.jpg"], to: "picks/best"),
        ]
        let before = fixture.photos
        let operation = try #require(await fixture.mover.perform(.move, photos, in: "library").operation)
        #expect(operation.groups == photos)
        #expect(fixture.names("picks/best") == ["a.jpg", "a.xmp", "b.jpg"] && fixture.photos == [:])
        let undone = await fixture.anotherRun.revert(operation)
        #expect(undone.operation?.groups == photos && undone.failures == [:])
        #expect(fixture.photos == before)
        #expect(fixture.names("") == ["photos", "state"])
    }

    @Test("A file at the target is never replaced, and a photo with such a file stays complete", arguments: [0, 1, 2])
    func nameTaken(which: Int) async throws {
        let names = ["a.jpg", "a.cr2", "a.xmp"]
        let photos = try [fixture.photo(names, to: "picks"), fixture.photo(["b.jpg"], to: "picks")]
        try fixture.folder.addFile("picks/\(names[which])", contents: "other")
        let result = await fixture.mover.perform(.move, photos, in: "library")
        #expect(result.failures == [Photo.ID("a.jpg"): .of(names[which], .nameTaken)])
        #expect(result.operation?.groups == [photos[1]])
        #expect(fixture.text("picks/\(names[which])") == "other")
        #expect(fixture.names("photos") == names.sorted())
        #expect(fixture.names("picks") == [names[which], "b.jpg"].sorted())
    }

    @Test("A file is moved only if it is the one that was shown")
    func otherFile() async throws {
        let photo = try fixture.photo("a.jpg", "a.jpg.xmp")
        let shown = try #require(FileIdentity(at: fixture.path("photos/a.jpg")))
        let group = FileGroup(
            photo: photo.photo,
            files: [FileMove(source: photo.files[0].source, identity: shown), photo.files[1]])
        // The new one has the same size and time.
        try fixture.folder.addFile("photos/b.jpg", contents: "photo b.jpg")
        let times = try fixture.status("photos/a.jpg")
        utimensat(AT_FDCWD, fixture.folder.path + "/photos/b.jpg", [times.st_atim, times.st_mtim], 0)
        rename(fixture.folder.path + "/photos/b.jpg", fixture.folder.path + "/photos/a.jpg")
        let refused = await fixture.trash(group)
        #expect(refused.operation == nil && refused.failures == [photo.photo: .of("a.jpg", .changed)])
        #expect(fixture.photos.keys.sorted() == ["a.jpg", "a.jpg.xmp"])
        let new = FileMove(source: photo.files[0].source, identity: FileIdentity(at: photo.files[0].source))
        let moved = await fixture.trash(FileGroup(photo: photo.photo, files: [new, photo.files[1]]))
        #expect(moved.failures.isEmpty && fixture.photos.isEmpty)
    }

    @Test("A photo with a missing file stays complete")
    func missing() async throws {
        let photo = try fixture.photo("a.jpg", "a.xmp")
        try fixture.folder.removeFile("photos/a.xmp")
        let result = await fixture.trash(photo)
        #expect(result.operation == nil && result.failures == [photo.photo: .of("a.xmp", .gone)])
        #expect(fixture.names("photos") == ["a.jpg"])
        #expect(fixture.names(fixture.trash + "/info") == [] && fixture.names("state/files") == [])
    }

    @Test("Photos can be renamed to names that others leave, in any order")
    func renameChain() async throws {
        let count = 40
        let photos = try (1...count).map { number in
            let group = try fixture.photo("\(number).jpg")
            return FileGroup(
                photo: group.photo,
                files: [FileMove(source: group.files[0].source, target: fixture.path("photos/\(number + 1).jpg"))])
        }
        let before = fixture.photos
        let result = await fixture.mover.perform(.rename, photos, in: "library")
        #expect(result.failures == [:])
        for number in 1...count { #expect(fixture.text("photos/\(number + 1).jpg") == "photo \(number).jpg") }
        let undone = await fixture.mover.revert(try #require(result.operation))
        #expect(undone.failures == [:] && fixture.photos == before)
    }

    /// Returns the groups of photos with a sidecar each, to be renamed.
    private func swap(_ names: [(String, String)]) throws -> [FileGroup] {
        try names.map { old, new in
            let group = try fixture.photo("\(old).jpg", "\(old).jpg.xmp")
            let targets = ["\(new).jpg", "\(new).jpg.xmp"]
            return FileGroup(
                photo: group.photo,
                files: zip(group.files, targets).map {
                    FileMove(source: $0.source, target: fixture.path("photos/\($1)"))
                })
        }
    }

    @Test(
        "Photos can exchange their names, and undo gives them the old ones",
        arguments: [
            [("1", "2"), ("2", "1")], [("1", "2"), ("2", "3"), ("3", "1"), ("0", "4")],
            [("1", "2"), ("2", "1"), ("3", "4"), ("4", "3"), ("5", "6")],
        ])
    func renameSwap(names: [(String, String)]) async throws {
        let photos = try swap(names)
        let before = fixture.photos
        let result = await fixture.mover.perform(.rename, photos, in: "library")
        let operation = try #require(result.operation)
        #expect(result.failures == [:])
        for (old, new) in names {
            #expect(fixture.text("photos/\(new).jpg") == "photo \(old).jpg")
            #expect(fixture.text("photos/\(new).jpg.xmp") == "photo \(old).jpg.xmp")
        }
        #expect(fixture.photos.count == before.count)
        #expect(Set(operation.groups) == Set(photos))
        let later = fixture.anotherRun
        #expect(await later.recent(in: "library") == [operation])
        let undone = await later.revert(operation)
        #expect(undone.failures == [:] && undone.operation == operation && fixture.photos == before)
    }

    @Test("If a photo can't get its name, none of those that exchange theirs does")
    func failedSwap() async throws {
        var photos = try swap([("1", "2"), ("2", "1")])
        try fixture.folder.addFile("photos/other.jpg", contents: "other")
        photos[1] = FileGroup(
            photo: photos[1].photo,
            files: [
                photos[1].files[0],
                FileMove(source: photos[1].files[1].source, target: fixture.path("photos/other.jpg")),
            ])
        let before = fixture.photos
        let result = await fixture.mover.perform(.rename, photos, in: "library")
        #expect(result.operation == nil && fixture.photos == before)
        #expect(result.failures.values.allSatisfy { $0.failure == .nameTaken } && result.failures.count == 2)
    }

    @Test("Undo leaves both files if the old name is taken again")
    func sourceTaken() async throws {
        let operation = try #require(await fixture.trash(try fixture.photo("a.jpg", "a.xmp")).operation)
        try fixture.folder.addFile("photos/a.xmp", contents: "new")
        let result = await fixture.mover.revert(operation)
        #expect(result.operation == nil && result.failures == [Photo.ID("a.jpg"): .of("a.xmp", .nameTaken)])
        #expect(fixture.photos == ["a.xmp": "new"])
        #expect(fixture.names(fixture.trash + "/files") == ["a.jpg", "a.xmp"])
        #expect(fixture.names(fixture.trash + "/info") == ["a.jpg.trashinfo", "a.xmp.trashinfo"])
        try fixture.folder.removeFile("photos/a.xmp")
        #expect(await fixture.mover.revert(operation).failures == [:])
        #expect(fixture.names("photos") == ["a.jpg", "a.xmp"])
    }

    @Test(
        "Undo leaves a file that another program has changed or replaced", arguments: ["written", "replaced", "gone"])
    func targetChanged(way: String) async throws {
        let photo = try fixture.photo(["a.jpg", "a.cr2"], to: "picks")
        let operation = try #require(await fixture.mover.perform(.move, [photo], in: "library").operation)
        let path = fixture.folder.path + "/picks/a.jpg"
        switch way {
        case "written": try fixture.folder.addFile("picks/a.jpg", contents: "other photo")
        case "replaced":
            // With the same size and time.
            try fixture.folder.addFile("picks/other", contents: "other a.jpg")
            var status = stat()
            try #require(lstat(path, &status) == 0)
            try #require(
                utimensat(AT_FDCWD, fixture.folder.path + "/picks/other", [status.st_atim, status.st_mtim], 0) == 0)
            try #require(rename(fixture.folder.path + "/picks/other", path) == 0)
        default: unlink(path)
        }
        let contents = fixture.text("picks/a.jpg")
        let result = await fixture.mover.revert(operation)
        #expect(result.failures == [Photo.ID("a.jpg"): .of("a.jpg", way == "gone" ? .gone : .changed)])
        #expect(fixture.photos == [:] && fixture.text("picks/a.jpg") == contents)
        #expect(fixture.text("picks/a.cr2") == "photo a.cr2")
    }

    @Test("A moved photo that was rated since moves back with its new sidecar")
    func ratedSince() async throws {
        let photo = try fixture.photo(["a.jpg", "a.jpg.xmp"], to: "picks")
        let operation = try #require(await fixture.mover.perform(.move, [photo], in: "library").operation)
        try Data("new rating".utf8).write(
            to: URL(filePath: fixture.folder.path + "/picks/a.jpg.xmp"), options: .atomic)
        #expect(await fixture.mover.revert(operation).failures == [:])
        #expect(fixture.photos == ["a.jpg": "photo a.jpg", "a.jpg.xmp": "new rating"])
    }

    /// A mover on a file system that gives renamed files the current time, as some programs do that mount memory cards.
    private func moverOnCard(keepsSetTimes: Bool) -> FileMover {
        var renaming = ExclusiveRename()
        let rename = renaming.renameExclusively
        renaming.renameExclusively = { from, to in
            let result = rename(from, to)
            if result == 0 { _ = to.name.withCPath { utimensat(to.folder, $0, nil, AT_SYMLINK_NOFOLLOW) } }
            return result
        }
        renaming.changesTimes = { _ in true }
        if !keepsSetTimes { renaming.setTimes = { _, _, _ in } }
        return FileMover(
            journal: fixture.folder.path + "/state/files",
            homeTrash: fixture.folder.path + "/home/.local/share/Trash", user: geteuid(), renaming: renaming)
    }

    @Test(
        "Where renaming changes the times of files, photos are trashed and moved, and come back",
        arguments: [FileOperation.Kind.trash, .move], [true, false])
    func changedTimes(kind: FileOperation.Kind, keepsSetTimes: Bool) async throws {
        let photo = try fixture.photo(["a.jpg", "a.cr2"], to: "picks")
        let before = fixture.photos
        for file in fixture.names("photos") {
            try fixture.folder.setModificationTime(ofFile: "photos/\(file)", toSecondsSince1970: 1_234_567)
        }
        for _ in 0..<2 {
            let result = await moverOnCard(keepsSetTimes: keepsSetTimes).perform(kind, [photo], in: "library")
            #expect(result.failures == [:] && fixture.photos == [:])
            #expect(await moverOnCard(keepsSetTimes: keepsSetTimes).trashed().count == (kind == .trash ? 1 : 0))
            let undone = await moverOnCard(keepsSetTimes: keepsSetTimes).revert(try #require(result.operation))
            #expect(undone.failures == [:] && fixture.photos == before)
            if keepsSetTimes { #expect(try fixture.status("photos/a.jpg").st_mtim.tv_sec == 1_234_567) }
        }
    }

    @Test(
        "Where renaming changes the times of files, a photo that another program has written since stays",
        arguments: [true, false])
    func changedTimesAndContents(keepsSetTimes: Bool) async throws {
        let mover = moverOnCard(keepsSetTimes: keepsSetTimes)
        let photo = try fixture.photo(["a.jpg"], to: "picks")
        let operation = try #require(await mover.perform(.move, [photo], in: "library").operation)
        try fixture.folder.addFile("picks/a.jpg", contents: "other a.jpg")
        try fixture.folder.setModificationTime(ofFile: "picks/a.jpg", toSecondsSince1970: 7)
        #expect(await mover.revert(operation).failures == [Photo.ID("a.jpg"): .of("a.jpg", .changed)])
        #expect(fixture.text("picks/a.jpg") == "other a.jpg")
    }

    @Test("Links are moved as links, also dangling ones, and their targets stay")
    func links() async throws {
        let photo = try fixture.photo("a.jpg")
        try fixture.folder.addLink("photos/link.jpg", to: "a.jpg")
        try fixture.folder.addLink("photos/dangling.jpg", to: "nowhere")
        let links = FileGroup(
            photo: Photo.ID("link"),
            files: ["link.jpg", "dangling.jpg"].map { FileMove(source: fixture.path("photos/\($0)")) })
        let operation = try #require(await fixture.trash(links).operation)
        #expect(fixture.names("photos") == ["a.jpg"])
        #expect(try fixture.status(fixture.trash + "/files/link.jpg").st_mode & S_IFMT == S_IFLNK)
        #expect(await fixture.mover.revert(operation).failures == [:])
        #expect(try fixture.status("photos/dangling.jpg").st_mode & S_IFMT == S_IFLNK)
        #expect(fixture.text("photos/link.jpg") == "photo a.jpg" && photo.files.count == 1)
    }

    @Test("A folder that was replaced by a link moves nothing outside, nor does undo into it")
    func swappedFolder() async throws {
        let photo = try fixture.photo("a.jpg")
        let outside = fixture.folder.path + "/outside"
        try fixture.folder.addFile("outside/a.jpg", contents: "outside")
        try #require(rename(fixture.folder.path + "/photos", fixture.folder.path + "/hidden") == 0)
        try fixture.folder.addLink("photos", to: outside)
        #expect(await fixture.trash(photo).failures == [photo.photo: .of("a.jpg", .changed)])
        #expect(fixture.text("outside/a.jpg") == "outside" && fixture.text("hidden/a.jpg") == "photo a.jpg")

        unlink(fixture.folder.path + "/photos")
        try #require(rename(fixture.folder.path + "/hidden", fixture.folder.path + "/photos") == 0)
        let operation = try #require(await fixture.trash(photo).operation)
        try #require(rename(fixture.folder.path + "/photos", fixture.folder.path + "/hidden") == 0)
        try fixture.folder.addLink("photos", to: outside)
        unlink(outside + "/a.jpg")
        #expect(await fixture.mover.revert(operation).failures == [photo.photo: .of("a.jpg", .changed)])
        #expect(fixture.names("outside") == [] && fixture.names(fixture.trash + "/files") == ["a.jpg"])
    }

    @Test("A target folder may be named by a link, and undo still works")
    func linkedTarget() async throws {
        _ = try fixture.folder.makeFolder("picks")
        try fixture.folder.addLink("link", to: "picks")
        let photo = try fixture.photo(["a.jpg"], to: "link")
        let operation = try #require(await fixture.mover.perform(.move, [photo], in: "library").operation)
        #expect(fixture.names("picks") == ["a.jpg"])
        #expect(operation.groups[0].files[0].target == fixture.path("picks/a.jpg"))
        #expect(await fixture.mover.revert(operation).failures == [:])
        #expect(fixture.names("photos") == ["a.jpg"])
    }

    @Test("Undo brings a photo back to a folder that was removed since")
    func removedFolder() async throws {
        let operation = try #require(await fixture.trash(try fixture.photo("sub/a.jpg")).operation)
        rmdir(fixture.folder.path + "/photos/sub")
        #expect(await fixture.mover.revert(operation).failures == [:])
        #expect(fixture.text("photos/sub/a.jpg") == "photo sub/a.jpg")
    }

    @Test("Folders are never moved")
    func folders() async throws {
        let name = try fixture.folder.makeFolder("photos/sub")
        let result = await fixture.trash(FileGroup(photo: Photo.ID("a"), files: [FileMove(source: Array(name.utf8))]))
        #expect(result.failures == [Photo.ID("a"): .of("sub", .system(reason: "Is a directory"))])
    }

    @Test("If the journal can't be written, nothing moves", .requiresMounting)
    func fullJournal() async throws {
        let photo = try fixture.photo("a.jpg")
        let disk = try SmallDisk(at: fixture.folder.makeFolder("state"), bytes: 1 << 16)
        try disk.fill()
        let result = await fixture.trash(photo)
        #expect(
            result.failures == [
                photo.photo:
                    .of(
                        "a.jpg",
                        .unwritable(folder: fixture.folder.path + "/state/files", reason: "No space left on device"))
            ])
        #expect(fixture.names("photos") == ["a.jpg"])
        disk.makeRoom()
        #expect(await fixture.trash(photo).failures == [:])
    }

    @Test("A target that takes no files is named with the reason", .requiresRoot, arguments: ["link", "/proc"])
    func impossibleTarget(name: String) async throws {
        try fixture.folder.addLink("link", to: "nothing")
        let folder = name == "link" ? fixture.path(name) : Array(name.utf8)
        let source = try fixture.photo("a.jpg").files[0].source
        let photo = FileGroup(
            photo: Photo.ID("a.jpg"), files: [FileMove(source: source, target: folder.appending("a.jpg".utf8))])
        let result = await fixture.mover.perform(.move, [photo], in: "library")
        let path = String(decoding: CanonicalPath.resolve(folder), as: UTF8.self)
        #expect(
            result.failures == [
                photo.photo: .of("a.jpg", .unwritable(folder: path, reason: "No such file or directory"))
            ])
        #expect(fixture.names("photos") == ["a.jpg"])
    }

    @Test("Journal entries that are damaged, foreign or of another version are left alone")
    func strangeEntries() async throws {
        let operation = try #require(await fixture.trash(try fixture.photo("a.jpg")).operation)
        let entry = "state/files/\(operation.id).json"
        let text = try #require(fixture.text(entry))
        let strange = [
            "0-damaged": String(text.dropLast(text.count / 2)),
            "0-other": text.replacing("\"version\":1", with: "\"version\":9"),
            "0-shared": text, "0-empty": "", "0-relative": text.replacing("\"source\":\"/", with: "\"source\":\""),
        ]
        for (name, contents) in strange {
            try fixture.folder.addFile("state/files/\(name).json", contents: contents)
        }
        try #require(chmod(fixture.folder.path + "/state/files/0-shared.json", 0o666) == 0)
        let mover = fixture.anotherRun
        #expect(await mover.recent(in: "library") == [operation])
        #expect(await mover.revert(operation).failures == [:])
        #expect(fixture.names("state/files").count == strange.count)
        for (name, contents) in strange { #expect(fixture.text("state/files/\(name).json") == contents) }
    }

    @Test("The journal keeps the last operations")
    func pruning() async throws {
        for number in 0..<FileJournal.maxEntries {
            try fixture.folder.addFile("state/files/0-\(number).json", contents: "{}\n{\"event\":\"settled\"}\n")
        }
        let operation = try #require(await fixture.trash(try fixture.photo("a.jpg")).operation)
        let names = fixture.names("state/files")
        #expect(names.count == FileJournal.maxEntries && names.last == operation.id + ".json")
    }

    @Test("Two instances that undo the same operation bring each photo back once")
    func twoInstances() async throws {
        let photos = try (0..<50).map { try fixture.photo("\($0).jpg", "\($0).xmp") }
        let before = fixture.photos
        let operation = try #require(await fixture.mover.perform(.trash, photos, in: "library").operation)
        let other = fixture.anotherRun
        async let one = fixture.mover.revert(operation)
        async let two = other.revert(operation)
        let results = await [one, two]
        #expect(results.map { $0.operation?.groups.count ?? 0 }.reduce(0, +) == 50)
        #expect(fixture.photos == before)
        #expect(fixture.names(fixture.trash + "/info") == [])
    }

    @Test("Instances that trash photos of one name at once lose none")
    func sameNames() async throws {
        let photos = try (0..<40).map { number in
            let group = try fixture.photo("\(number)/a.jpg", contents: "\(number)")
            return FileGroup(photo: Photo.ID("\(number)"), files: group.files)
        }
        await withTaskGroup(of: Void.self) { group in
            for instance in 0..<4 {
                group.addTask { [fixture] in
                    let mover = fixture.anotherRun
                    for photo in photos[(instance * 10)..<(instance * 10 + 10)] {
                        #expect(await mover.perform(.trash, [photo], in: "library").failures == [:])
                    }
                }
            }
        }
        let names = fixture.names(fixture.trash + "/files")
        #expect(names.count == 40 && names.contains("a 40.jpg"))
        #expect(Set(names.map { fixture.text(fixture.trash + "/files/\($0)") }).count == 40)
        for operation in await fixture.anotherRun.recent(in: "library").reversed() {
            #expect(await fixture.mover.revert(operation).failures == [:])
        }
        for number in 0..<40 { #expect(fixture.text("photos/\(number)/a.jpg") == "\(number) \(number)/a.jpg") }
    }

    @Test("A photo that could be neither trashed with its sidecar nor moved back can be restored from the trash")
    func failedRollback() async throws {
        let photo = try fixture.photo("a.jpg", "a.xmp")
        let photos = fixture.folder.path + "/photos"
        let result = await fixture.mover.perform(.trash, [photo], in: "library") { _, _ in
            unlink(photos + "/a.xmp")
            try? Data("new".utf8).write(to: URL(filePath: photos + "/a.jpg"))
        }
        #expect(result.operation == nil && result.failures == [photo.photo: .of("a.xmp", .gone)])
        let trashed = await fixture.anotherRun.trashed()
        #expect(trashed.map { $0.files.map(\.path) } == [[fixture.path("photos/a.jpg")]])
        try fixture.folder.removeFile("photos/a.jpg")
        #expect(await fixture.anotherRun.restore(trashed).restored == 1)
        #expect(fixture.photos == ["a.jpg": "photo a.jpg"])
    }

    @Test("A file in place of the target folder is reported as that")
    func fileAsFolder() async throws {
        let photo = try fixture.photo(["a.jpg"], to: "file")
        try fixture.folder.addFile("file")
        #expect(
            await fixture.mover.perform(.move, [photo], in: "library").failures == [
                photo.photo: .of("a.jpg", .system(reason: "Not a directory"))
            ])
    }

    @Test("An operation on which another instance works is reported as busy, and its photos are not gone")
    func busy() async throws {
        let operation = try #require(await fixture.trash(try fixture.photo("a.jpg")).operation)
        let handle = try FileJournal(folder: fixture.folder.path + "/state/files").open(operation.id, waits: true)
        #expect(await fixture.anotherRun.revert(operation).failures == [Photo.ID("a.jpg"): .of("a.jpg", .busy)])
        withExtendedLifetime(handle) {}
    }
}
