import Albums
import Basics
import Foundation
import Glibc
import Synchronization
import TestFixtures
import Testing

@testable import Storage

@Suite("Files that go to another file system, and copies", .timeLimit(.minutes(60)))
struct FileCopyTests {
    private let fixture: FileFixture

    init() throws {
        fixture = try FileFixture()
        _ = try fixture.folder.makeFolder("target")
    }

    private func disk(bytes: Int = 1 << 20, at name: String = "target") throws -> SmallDisk {
        try SmallDisk(at: fixture.folder.path + "/" + name, bytes: bytes)
    }

    private func photo(_ names: String...) throws -> FileGroup { try fixture.photo(names, to: "target") }

    private func perform(_ kind: FileOperation.Kind, _ groups: FileGroup...) async -> FileOperationResult {
        await fixture.mover.perform(kind, groups, in: "library")
    }

    @Test("A photo moves to another disk with its times and permissions, and back", .requiresMounting)
    func move() async throws {
        let disk = try disk()
        let photo = try photo("a.jpg", "a.xmp")
        try fixture.folder.addLink("photos/link", to: "a.jpg")
        let link = FileGroup(
            photo: Photo.ID("link"),
            files: [FileMove(source: fixture.path("photos/link"), target: fixture.path("target/link"))])
        try #require(chmod(fixture.folder.path + "/photos/a.jpg", 0o640) == 0)
        try #require(chown(fixture.folder.path + "/photos/a.jpg", 12, 34) == 0)
        try fixture.folder.setModificationTime(ofFile: "photos/a.jpg", toSecondsSince1970: 1_234_567)
        func expect(in folder: String) throws {
            let status = try fixture.status(folder + "/a.jpg")
            #expect(status.st_mode & 0o7777 == 0o640 && status.st_uid == 12 && status.st_gid == 34)
            #expect(status.st_mtim.tv_sec == 1_234_567)
            #expect(fixture.names(folder) == ["a.jpg", "a.xmp", "link"])
            #expect(fixture.text(folder + "/a.xmp") == "photo a.xmp")
            #expect(try fixture.status(folder + "/link").st_mode & S_IFMT == S_IFLNK)
        }
        let operation = try #require(await perform(.move, photo, link).operation)
        try expect(in: "target")
        #expect(fixture.photos == [:])
        #expect(await fixture.anotherRun.recent(in: "library") == [operation])
        #expect(await fixture.anotherRun.revert(operation).failures == [:])
        try expect(in: "photos")
        #expect(fixture.names("target") == [])
        withExtendedLifetime(disk) {}
    }

    @Test(
        "If the other disk is full, the photo stays with all its files, and nothing half-written is left",
        .requiresMounting)
    func full() async throws {
        let disk = try disk(bytes: 1 << 16)
        let photo = try photo("a.xmp", "a.jpg")
        try fixture.folder.addFile("photos/a.jpg", contents: String(repeating: "x", count: 1 << 17))
        let result = await perform(.move, photo)
        #expect(result.failures == [photo.photo: .of("a.jpg", .system(reason: "No space left on device"))])
        #expect(fixture.names("photos") == ["a.jpg", "a.xmp"] && fixture.names("target") == [])
        #expect(try fixture.status("photos/a.jpg").st_size == 1 << 17)
        #expect(fixture.names("state/files") == [])
        withExtendedLifetime(disk) {}
    }

    /// Moves three photos to another disk. Another program does something to the second one when all are copied.
    private func moveThree(_ change: @escaping @Sendable (_ photo: String) -> Void) async throws -> FileOperationResult
    {
        let groups = try ["a.jpg", "b.jpg", "c.jpg"].map { try photo($0) }
        var renaming = ExclusiveRename()
        let rename = renaming.renameExclusively
        let second = fixture.folder.path + "/photos/b.jpg"
        renaming.renameExclusively = { from, to in
            if from.name == Array("a.jpg".utf8), to.name.starts(with: ".tintype-".utf8) { change(second) }
            return rename(from, to)
        }
        let mover = FileMover(
            journal: fixture.folder.path + "/state/files", homeTrash: fixture.folder.path + "/home/.local/share/Trash",
            user: geteuid(), renaming: renaming)
        return await mover.perform(.move, groups, in: "library")
    }

    @Test("If another program renames a photo during a move to another disk, no copy is left", .requiresMounting)
    func renamedMeanwhile() async throws {
        let disk = try disk()
        let result = try await moveThree { rename($0, $0 + "-renamed.jpg") }
        #expect(result.failures == [Photo.ID("b.jpg"): .of("b.jpg", .gone)])
        #expect(fixture.names("photos") == ["b.jpg-renamed.jpg"])
        #expect(fixture.names("target") == ["a.jpg", "c.jpg"])
        #expect(await fixture.anotherRun.revert(try #require(result.operation)).failures == [:])
        #expect(fixture.names("photos") == ["a.jpg", "b.jpg-renamed.jpg", "c.jpg"] && fixture.names("target") == [])
        withExtendedLifetime(disk) {}
    }

    @Test(
        "If another program deletes a photo that has been copied to another disk, the copy is the photo",
        .requiresMounting)
    func deletedMeanwhile() async throws {
        let disk = try disk()
        let result = try await moveThree { unlink($0) }
        #expect(result.failures == [:])
        #expect(fixture.names("target") == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(await fixture.anotherRun.revert(try #require(result.operation)).failures == [:])
        #expect(fixture.names("photos") == ["a.jpg", "b.jpg", "c.jpg"] && fixture.names("target") == [])
        withExtendedLifetime(disk) {}
    }

    @Test("Two instances that move one photo to another disk leave one copy", .requiresMounting)
    func twoInstances() async throws {
        let disk = try disk()
        _ = try fixture.folder.makeFolder("target/other")
        let groups = try (0..<30).map { try photo("\($0).jpg") }
        let others = groups.map { group in
            FileGroup(
                photo: group.photo,
                files: group.files.map {
                    FileMove(source: $0.source, target: fixture.path("target/other").appending($0.source.name))
                })
        }
        async let first = fixture.mover.perform(.move, groups, in: "library")
        async let second = fixture.anotherRun.perform(.move, others, in: "library")
        let results = await [first, second]
        let copies = fixture.names("target").filter { $0 != "other" } + fixture.names("target/other")
        #expect(copies.sorted() == (0..<30).map { "\($0).jpg" }.sorted())
        #expect(fixture.photos == [:])
        let failures = results.flatMap { $0.failures.values.map(\.failure) }
        #expect(failures.count == 30 && failures.allSatisfy { [.busy, .gone].contains($0) }, "\(failures)")
        withExtendedLifetime(disk) {}
    }

    @Test("A photo on a read-only disk is not moved, but copied", .requiresMounting)
    func readOnlySource() async throws {
        let disk = try disk(at: "photos")
        let photo = try photo("a.jpg")
        try #require(mount("tmpfs", disk.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
        #expect(
            await perform(.move, photo).failures == [
                photo.photo: .of("a.jpg", .system(reason: "Read-only file system"))
            ])
        #expect(fixture.names("target") == [] && fixture.names("photos") == ["a.jpg"])
        #expect(await perform(.copy, photo).failures == [:])
        #expect(fixture.text("target/a.jpg") == "photo a.jpg")
    }

    @Test("No file on the other disk is replaced", .requiresMounting)
    func nameTaken() async throws {
        let disk = try disk()
        let photo = try photo("a.jpg", "a.xmp")
        try fixture.folder.addFile("target/a.xmp", contents: "other")
        #expect(await perform(.move, photo).failures == [photo.photo: .of("a.xmp", .nameTaken)])
        #expect(fixture.names("photos") == ["a.jpg", "a.xmp"] && fixture.names("target") == ["a.xmp"])
        #expect(fixture.text("target/a.xmp") == "other")
        withExtendedLifetime(disk) {}
    }

    /// Adds a photo, and returns it as one to copy as a JPEG.
    private func exported(_ name: String) throws -> FileGroup {
        _ = try photo(name)
        return FileGroup(
            photo: Photo.ID(name),
            files: [
                FileMove(
                    source: fixture.path("photos/\(name)"), target: fixture.path("target/\(name).jpg"),
                    export: JPEGExport(maxSide: 20))
            ])
    }

    @Test("A copy that isn't exact has other contents, and is undone like others, also by another run")
    func export() async throws {
        let names = ["a.png", "b.png"]
        let photos = try names.map(exported)
        let result = await fixture.mover.perform(
            .copy, photos, in: "library",
            export: { Array("\($1.maxSide) \(String(decoding: $0.suffix(5), as: UTF8.self))".utf8) })
        #expect(result.failures == [:] && fixture.names("target") == ["a.png.jpg", "b.png.jpg"])
        #expect(fixture.text("target/a.png.jpg") == "20 a.png")
        let operation = try #require(await fixture.anotherRun.recent(in: "library").last)
        #expect(operation.groups.first?.files.first?.export == JPEGExport(maxSide: 20))
        #expect(await fixture.anotherRun.revert(operation).failures == [:])
        #expect(fixture.names("target") == [] && fixture.names("photos") == names)
    }

    @Test("A picture that can't be read has no copy, and the others are copied")
    func failedExport() async throws {
        let photos = try ["a.png", "b.png"].map(exported)
        let result = await fixture.mover.perform(
            .copy, photos, in: "library",
            export: { path, _ in
                if path.suffix(5) == Array("a.png".utf8) { throw PictureFailure.damaged(format: "PNG") }
                return [1]
            })
        #expect(result.failures == [Photo.ID("a.png"): .of("a.png", .picture(.damaged(format: "PNG")))])
        #expect(fixture.names("target") == ["b.png.jpg"])
    }

    @Test("Progress is reported up to all bytes")
    func progress() async throws {
        let photos = try [photo("a.jpg"), photo("b.jpg", "b.xmp")]
        for kind in [FileOperation.Kind.copy, .move] {
            let reports = Mutex<[[Int]]>([])
            let result = await fixture.mover.perform(kind, photos, in: "library") { done, total in
                reports.withLock { $0.append([done, total]) }
            }
            #expect(result.failures == [:])
            #expect(reports.withLock { $0 } == [[11, 33], [22, 33], [33, 33]])
            #expect(await fixture.mover.revert(try #require(result.operation)).failures == [:])
        }
    }

    @Test(
        "A canceled operation ends with whole photos, and the others stay", arguments: [FileOperation.Kind.copy, .move])
    func cancellation(kind: FileOperation.Kind) async throws {
        let photos = try ["a", "b", "c"].map { try photo("\($0).jpg", "\($0).xmp") }
        let task = Mutex<Task<FileOperationResult, Never>?>(nil)
        let isReady = Gate()
        let operation = Task { [fixture] in
            await isReady.pass()
            return await fixture.mover.perform(kind, photos, in: "library") { done, _ in
                // In the middle of the second photo.
                if done == 33 { task.withLock { $0?.cancel() } }
            }
        }
        task.withLock { $0 = operation }
        isReady.open()
        let result = await operation.value
        #expect(result.operation?.groups == [photos[0]])
        #expect(Set(result.failures.keys) == [Photo.ID("b.jpg"), Photo.ID("c.jpg")])
        #expect(result.failures.values.allSatisfy { $0.failure == .canceled })
        #expect(fixture.names("target") == ["a.jpg", "a.xmp"])
        #expect(fixture.names("photos").suffix(4) == ["b.jpg", "b.xmp", "c.jpg", "c.xmp"])
        #expect(await fixture.mover.revert(try #require(result.operation)).failures == [:])
        #expect(fixture.names("photos").count == 6 && fixture.names("target") == [])
    }

    @Test("Copies are removed by undo only if they and their originals are as they were")
    func undoCopy() async throws {
        let photos = try ["a", "b", "c", "d"].map { try photo("\($0).jpg", "\($0).xmp") }
        let result = await fixture.mover.perform(.copy, photos, in: "library")
        #expect(fixture.photos.count == 8 && fixture.names("target").count == 8)
        try fixture.folder.removeFile("photos/b.jpg")
        try fixture.folder.addFile("photos/c.jpg", contents: "changed")
        try fixture.folder.addFile("target/d.xmp", contents: "rating")
        let undone = await fixture.anotherRun.revert(try #require(result.operation))
        #expect(undone.operation?.groups == [photos[0]])
        #expect(
            undone.failures == [
                Photo.ID("b.jpg"): .of("b.jpg", .gone), Photo.ID("c.jpg"): .of("c.jpg", .changed),
                Photo.ID("d.jpg"): .of("d.xmp", .changed),
            ])
        #expect(fixture.names("target") == ["b.jpg", "b.xmp", "c.jpg", "c.xmp", "d.jpg", "d.xmp"])
        #expect(fixture.photos.count == 7)
    }

    @Test("A copy keeps contents and extended attributes, and not the rights of another owner's program", .requiresRoot)
    func attributes() async throws {
        let photo = try photo("a.jpg")
        let contents = String(repeating: "0123456789abcdef", count: 1 << 17)
        try fixture.folder.addFile("photos/a.jpg", contents: contents)
        let path = fixture.folder.path + "/photos/a.jpg"
        try #require(chown(path, 12, 34) == 0 && chmod(path, 0o4750) == 0)
        let hasAttributes = system("setfattr -n user.tintype -v value '\(path)' 2>/dev/null") == 0
        #expect(await perform(.copy, photo).failures == [:])
        let status = try fixture.status("target/a.jpg")
        #expect(status.st_uid == geteuid() && status.st_mode & 0o7777 == 0o750)
        #expect(fixture.text("target/a.jpg") == contents)
        if hasAttributes {
            #expect(system("getfattr -n user.tintype '\(fixture.folder.path)/target/a.jpg' >/dev/null 2>&1") == 0)
        }
    }

    @Test("A photo that another program is writing is not moved to another disk", .requiresMounting)
    func changing() async throws {
        let disk = try disk()
        let photo = try photo("a.jpg")
        let path = fixture.folder.path + "/photos/a.jpg"
        let result = await fixture.mover.perform(.move, [photo], in: "library") { _, _ in
            try? Data("written since".utf8).write(to: URL(filePath: path))
        }
        #expect(result.failures == [photo.photo: .of("a.jpg", .changed)])
        #expect(fixture.text("photos/a.jpg") == "written since" && fixture.names("target") == [])
        withExtendedLifetime(disk) {}
    }

    @Test("Of many photos that move to another disk, only those stay that have failed", .requiresMounting)
    func manyPhotos() async throws {
        let disk = try disk(bytes: 8 << 20)
        // More than are synced together.
        let photos = try (100..<250).map { try photo("\($0).jpg", "\($0).xmp") }
        try fixture.folder.addFile("target/120.xmp", contents: "other")
        let path = fixture.folder.path + "/photos/"
        let result = await fixture.mover.perform(.move, photos, in: "library") { done, _ in
            // The second photo has been written by then.
            if done == 4 * 13 { try? Data("written since".utf8).write(to: URL(filePath: path + "101.xmp")) }
        }
        #expect(
            result.failures == [
                Photo.ID("101.jpg"): .of("101.xmp", .changed), Photo.ID("120.jpg"): .of("120.xmp", .nameTaken),
            ])
        #expect(result.operation?.groups.count == 148)
        #expect(fixture.names("photos") == ["101.jpg", "101.xmp", "120.jpg", "120.xmp"])
        #expect(fixture.text("photos/101.xmp") == "written since" && fixture.text("target/120.xmp") == "other")
        #expect(fixture.names("target").count == 2 * 148 + 1)
        #expect(await fixture.anotherRun.revert(try #require(result.operation)).failures == [:])
        #expect(fixture.photos.count == 300 && fixture.names("target") == ["120.xmp"])
        withExtendedLifetime(disk) {}
    }

    @Test("A canceled undo leaves a photo whole on the other disk", .requiresMounting)
    func canceledUndo() async throws {
        let disk = try disk()
        let operation = try #require(await perform(.move, try photo("a.jpg", "a.xmp")).operation)
        do {
            let journal = FileJournal(folder: fixture.folder.path + "/state/files")
            let handle = try journal.open(operation.id, waits: true)
            let entry = try #require(journal.read(handle, id: operation.id))
            let cancellation = CancellationFlag()
            let progress = FileProgress(cancellation, total: 22) { done, _ in
                // The sidecar is back by then.
                if done == 22 { cancellation.cancel() }
            }
            let mover = fixture.mover.mover(entry, handle, OpenFolders(), progress)
            #expect(throws: FileProblem.of("a.jpg", .canceled)) { try mover.revert(0) }
        }
        #expect(fixture.photos == [:] && fixture.names("target") == ["a.jpg", "a.xmp"])
        #expect(await fixture.mover.revert(operation).failures == [:])
        #expect(fixture.names("photos") == ["a.jpg", "a.xmp"] && fixture.names("target") == [])
        withExtendedLifetime(disk) {}
    }

    @Test("An original is not removed if another program has removed its copy", .requiresMounting)
    func removedCopy() async throws {
        let disk = try disk()
        let photo = try photo("a.jpg", "a.xmp")
        try #require(system("cp -p '\(fixture.folder.path)'/photos/* '\(disk.path)'") == 0)
        let files = try photo.files.map { file in
            let name = String(decoding: file.source.name, as: UTF8.self)
            return JournalEntry.File(
                source: file.source, target: try #require(file.target),
                version: FileVersion(try fixture.status("photos/\(name)")),
                targetVersion: FileVersion(try fixture.status("target/\(name)")))
        }
        let entry = JournalEntry(
            id: FileJournal.makeID(.now), kind: .move, library: "library", date: .now, folders: [],
            groups: [JournalEntry.Group(photo: photo.photo, files: files)])
        let handle = try FileJournal(folder: fixture.folder.path + "/state/files").begin(entry)
        let mover = fixture.mover.mover(
            entry, handle, OpenFolders(), FileProgress(CancellationFlag()))
        var transfer = GroupMover.Transfer(0)
        transfer.copied = [0, 1]
        try fixture.folder.removeFile("target/a.jpg")
        #expect(throws: FileProblem.of("a.jpg", .gone)) { try mover.transfer(transfer) }
        #expect(fixture.photos == ["a.jpg": "photo a.jpg", "a.xmp": "photo a.xmp"])
        #expect(fixture.names("target") == [])
        withExtendedLifetime(disk) {}
    }

    @Test(
        "Undo brings no photo to the folder of a disk that is no longer mounted", .requiresMounting,
        arguments: ["card", "card/sub"])
    func unmountedSource(folder: String) async throws {
        _ = try fixture.folder.makeFolder("photos/card")
        var disk: SmallDisk? = try disk(at: "photos/card")
        let photo = try fixture.photo("\(folder)/a.jpg")
        let move = FileGroup(
            photo: photo.photo,
            files: [FileMove(source: photo.files[0].source, target: fixture.path("target/a.jpg"))])
        let operation = try #require(await perform(.move, move).operation)
        withExtendedLifetime(disk) {}
        disk = nil
        #expect(
            await fixture.mover.revert(operation).failures == [
                photo.photo: .of("a.jpg", .system(reason: "No such file or directory"))
            ])
        #expect(fixture.names("photos/card") == [] && fixture.names("target") == ["a.jpg"])
    }
}
