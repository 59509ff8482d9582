import Albums
import Basics
import Foundation
import TestFixtures
import Testing

@testable import Libraries

@Suite("Moving photos of a folder to the trash", .timeLimit(.minutes(60)))
struct FolderFilesTests {
    private let folder: TemporaryFolder
    private let files: SpyFiles

    init() throws {
        folder = try TemporaryFolder()
        files = try SpyFiles()
        for name in ["Rome/1.jpg", "Rome/2.jpg", "Rome/3.jpg"] { try folder.addFile(name, contents: "x") }
    }

    private func library() async throws -> FolderLibrary {
        let library = try FolderLibrary(path: folder.bytes, .init(index: SpyIndex().port, files: files.port))
        for await _ in library.events() where await library.totals().isComplete { break }
        return library
    }

    private func apply(_ edit: PhotoEdit, to names: [String], in library: FolderLibrary) async throws -> EditResult {
        try await #require(library.editing).apply(names.map { PhotoChange(Photo.ID("Rome/" + $0), edit) })
    }

    private func titles(_ library: FolderLibrary) async throws -> [String] {
        try await library.photos(in: .album(Album.ID("Rome")), matching: .everything, in: 0..<9).items.map(\.title)
    }

    private func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Rome"))
    }

    @Test("A photo goes with its RAW file, its video, its sidecars of both names, its edits and Google's JSON")
    func companions() async throws {
        let companions = ["2.CR2", "2.mov", "2.jpg.xmp", "2.xmp", "2.CR2.XMP", "2.AAE", "2.jpg.json"]
        for name in companions + ["22.xmp", "2.txt"] { try folder.addFile("Rome/" + name, contents: "x") }
        let library = try await library()
        // A sidecar that has appeared since the folder was read.
        try folder.addFile("Rome/2.mov.xmp", contents: "x")
        let totals = await library.editing?.files(of: [Photo.ID("Rome/2.jpg")])
        #expect(totals == FileTotals(count: 9, bytes: 9))
        let result = try await apply(.trash, to: ["2.jpg"], in: library)
        #expect(result.refusals.isEmpty && result.fileCount == 9)
        #expect(files.moved.map(Set.init) == [Set(companions + ["2.jpg", "2.mov.xmp"])])
        #expect(try names() == ["1.jpg", "3.jpg", "22.xmp", "2.txt"])
        #expect(try await titles(library) == ["1", "3"])
        #expect(await library.fate(of: Photo.ID("Rome/2.jpg")) == .gone)
        #expect(await (try #require(library.editing).apply(result.inverse)).refusals.isEmpty)
        #expect(try names().count == 13)
        #expect(try await titles(library) == ["1", "2", "3"])
    }

    @Test("Files of other programs and of cameras go with their photo, and are listed with it")
    func otherPrograms() async throws {
        let companions = [
            "2.jpg.pp3", "2.jpg.out.pp3", "2.jpg.dop", "2.jpg.rrdata", "2.on1", "2.jpg.arp", "2.cos", "2.THM", "2.WAV",
            "2.jpg_original", "2_01.jpg.xmp",
        ]
        // A photo of its own, and files of no photo.
        let others = ["2_03.jpg", "2_03.jpg.xmp", "2.txt", "22.pp3", "2_x.jpg.xmp", "2_2024.jpg.xmp"]
        for name in companions + others { try folder.addFile("Rome/" + name, contents: "x") }
        let library = try await library()
        let photo = folder.bytes.appending("Rome/2.jpg".utf8)
        let listed = await library.sidecars(ofFileAt: photo)
        #expect(Set((listed ?? []).map(\.lastComponent.text)) == Set(companions))
        let result = try await apply(.rename("Dune"), to: ["2.jpg"], in: library)
        #expect(result.refusals.isEmpty && result.fileCount == companions.count + 1)
        let renamed = (companions + ["2.jpg"]).map { "Dune" + $0.dropFirst() }
        #expect(try names() == Set(renamed + others + ["1.jpg", "3.jpg"]))
    }

    @Test(
        "A rating waits while its photo moves, so that no sidecar is left at the old place",
        arguments: [PhotoEdit.trash, .move(toFolder: Array("/elsewhere".utf8)), .rename("Dune")])
    func ratedWhileMoving(edit: PhotoEdit) async throws {
        let (sidecars, gate) = (SpySidecars(), Gate())
        let library = try FolderLibrary(
            path: folder.bytes,
            .init(index: SpyIndex().port, sidecars: SidecarSettings(port: sidecars.port), files: files.port))
        for await _ in library.events() where await library.totals().isComplete { break }
        files.gate.withLock { $0 = gate }
        async let moved = apply(edit, to: ["2.jpg"], in: library)
        try await gate.arrivals(1)
        let rated = Task { try await apply(.rate(5), to: ["2.jpg"], in: library) }
        // Other photos don't wait.
        #expect(try await apply(.rate(4), to: ["1.jpg"], in: library).refusals.isEmpty)
        #expect(sidecars.changes.map(\.path.lastComponent.text) == ["1.jpg.xmp"])
        gate.open()
        #expect(try await moved.refusals.isEmpty)
        #expect(try await rated.value.refusals.values.map { $0 } == [.gone])
        #expect(sidecars.changes.count == 1)
    }

    @Test("A clip that is named after a photo keeps the end of its name")
    func clip() async throws {
        try folder.addFile("Rome/2_HEVC.MOV", contents: "x")
        let result = try await apply(.rename("Dune"), to: ["2.jpg"], in: try await library())
        #expect(result.refusals.isEmpty)
        #expect(try names() == ["1.jpg", "3.jpg", "Dune.jpg", "Dune_HEVC.MOV"])
    }

    @Test("A sidecar of two photos stays with the other one, and goes with both")
    func shared() async throws {
        for name in ["4.CR2", "4.DNG", "4.xmp"] { try folder.addFile("Rome/" + name, contents: "x") }
        let library = try await library()
        let result = try await apply(.trash, to: ["4.CR2"], in: library)
        #expect(files.moved == [["4.CR2"]])
        _ = try await #require(library.editing).apply(result.inverse)
        _ = try await apply(.trash, to: ["4.CR2", "4.DNG"], in: library)
        #expect(files.moved.last?.sorted() == ["4.CR2", "4.DNG", "4.xmp"])
    }

    @Test("A photo leaves the lists before its file is moved, even if the folder is read again in between")
    func immediately() async throws {
        let library = try await library()
        let gate = Gate()
        files.gate.withLock { $0 = gate }
        async let result = apply(.trash, to: ["2.jpg"], in: library)
        try await gate.arrivals(1)
        for await _ in library.events() where try await titles(library) == ["1", "3"] { break }
        #expect(await library.refresh())
        #expect(try await titles(library) == ["1", "3"])
        #expect(try names().contains("2.jpg"))
        gate.open()
        #expect(try await result.refusals.isEmpty)
        #expect(try await titles(library) == ["1", "3"])
        // A new file of the name is a photo again.
        try folder.addFile("Rome/2.jpg", contents: "y")
        #expect(await library.refresh())
        #expect(try await titles(library) == ["1", "2", "3"])
    }

    @Test("Photos may exchange names, but a name is refused if its photo keeps it, or if it is too long")
    func refusedNames() async throws {
        let library = try await library()
        func refusals(_ names: [String: String]) async throws -> [String: EditRefusal] {
            let changes = names.map { PhotoChange(Photo.ID("Rome/\($0).jpg"), .rename($1)) }
            let refusals = await (try #require(library.editing)).refusals(of: changes)
            return Dictionary(
                uniqueKeysWithValues: refusals.map { (String($0.key.photo.rawValue.dropFirst(5).prefix(1)), $0.value) })
        }
        #expect(try await refusals(["1": "2", "2": "3", "3": "1"]) == [:])
        #expect(try await refusals(["1": "2", "2": "3"]) == ["1": .nameTaken, "2": .nameTaken])
        #expect(try await refusals(["1": "2", "2": "a/b"]) == ["1": .nameTaken, "2": .invalidName])
        #expect(try await refusals(["1": String(repeating: "x", count: 252)]) == ["1": .invalidName])
        #expect(try await refusals(["1": String(repeating: "x", count: 251)]) == [:])
    }

    @Test("A photo that can't be moved returns to the lists, and the others are moved")
    func refused() async throws {
        files.failures.withLock { $0["2.jpg"] = .system(reason: "Read-only file system") }
        let library = try await library()
        let result = try await apply(.trash, to: ["1.jpg", "2.jpg", "9.jpg"], in: library)
        #expect(
            result.refusals == [
                PhotoChange(Photo.ID("Rome/2.jpg"), .trash): .file(
                    FileProblem(name: Array("2.jpg".utf8), .system(reason: "Read-only file system"))),
                PhotoChange(Photo.ID("Rome/9.jpg"), .trash): .gone,
            ])
        #expect(result.inverse == [PhotoChange(Photo.ID("Rome/1.jpg"), .restore)])
        #expect(try await titles(library) == ["2", "3"])
    }

    @Test("Photos that another run has trashed can be restored")
    func earlierRun() async throws {
        let first = try await library()
        _ = try await apply(.trash, to: ["1.jpg", "2.jpg"], in: first)
        let second = try await library()
        #expect(try await titles(second) == ["3"])
        let refused = try await apply(.restore, to: ["1.jpg"], in: second)
        #expect(Array(refused.refusals.values) == [.gone])
        let editing = try #require(second.editing)
        let changes = await editing.earlierChanges()
        #expect(changes.map(\.edit) == [.trash])
        #expect(changes.first?.photos.map(\.title) == ["1", "2"])
        #expect(try await apply(.restore, to: ["1.jpg"], in: second).refusals.isEmpty)
        #expect(try await titles(second) == ["1", "3"])
    }

    @Test("A later run learns where photos went, and which were marked or favorites")
    func annotations() async throws {
        let first = try await library()
        let target = try BytePath(folder.makeFolder("Best").utf8)
        _ = try await apply(.move(toFolder: target), to: ["1.jpg", "2.jpg"], in: first)
        let (one, two) = (Photo.ID("Rome/1.jpg"), Photo.ID("Rome/2.jpg"))
        let annotations = PhotoAnnotations(marked: [one], favorites: [two: Date(timeIntervalSince1970: 7)])
        await (try #require(first.editing)).annotate(annotations)
        let changes = await (try #require(try await library().editing)).earlierChanges()
        #expect(changes.map(\.annotations) == [annotations])
        #expect(changes.first?.moved[two]?.id == Photo.ID("Best/2.jpg"))
    }

    @Test("A photo that is moved within the library has another ID there, and the former one leads to it")
    func move() async throws {
        try folder.addFile("Rome/2.jpg.xmp", contents: "x")
        let library = try await library()
        let id = Photo.ID("Rome/2.jpg")
        let target = folder.bytes.appending("Best of/Rome".utf8)
        try FileManager.default.createDirectory(atPath: target.text, withIntermediateDirectories: true)
        let result = try await apply(.move(toFolder: target + Array("/".utf8)), to: ["2.jpg"], in: library)
        #expect(result.fileCount == 2)
        let new = try #require(result.moved[id]?.id)
        #expect(new == Photo.ID("Best%20of/Rome/2.jpg"))
        #expect(await library.fate(of: id) == .moved(to: new))
        #expect(try await titles(library) == ["1", "3"])
        #expect(await library.totals().albums == 2)
        #expect(await (try #require(library.editing).apply(result.inverse)).refusals.isEmpty)
        #expect(try await titles(library) == ["1", "2", "3"])
        #expect(await library.fate(of: id) == .kept)
        #expect(await library.totals().albums == 1)
    }

    @Test("A photo that is moved out of the library is gone from it, with the path of its file")
    func moveAway() async throws {
        let other = try TemporaryFolder()
        let library = try await library()
        let result = try await apply(.move(toFolder: other.bytes), to: ["2.jpg"], in: library)
        let moved = try #require(result.moved[Photo.ID("Rome/2.jpg")])
        #expect(moved.id == nil && moved.file == CanonicalPath.resolve(other.bytes.appending("2.jpg".utf8)))
        #expect(await library.fate(of: Photo.ID("Rome/2.jpg")) == .gone)
    }

    @Test("A photo can't be moved to the folder that it is in")
    func sameFolder() async throws {
        let library = try await library()
        let target = folder.bytes.appending("Rome".utf8)
        let result = try await apply(.move(toFolder: target), to: ["2.jpg"], in: library)
        #expect(Array(result.refusals.values) == [.alreadyThere])
        #expect(try await titles(library) == ["1", "2", "3"])
    }

    @Test("A move after a move is taken back step by step")
    func steps() async throws {
        let library = try await library()
        let editing = try #require(library.editing)
        for name in ["a", "b"] { _ = try folder.makeFolder(name) }
        let first = try await apply(.move(toFolder: folder.bytes.appending("a".utf8)), to: ["2.jpg"], in: library)
        let second = await editing.apply([
            PhotoChange(Photo.ID("a/2.jpg"), .move(toFolder: folder.bytes.appending("b".utf8)))
        ])
        #expect(await library.fate(of: Photo.ID("Rome/2.jpg")) == .moved(to: Photo.ID("b/2.jpg")))
        #expect(await editing.apply(second.inverse).refusals.isEmpty)
        #expect(await editing.apply(first.inverse).refusals.isEmpty)
        #expect(try names() == ["1.jpg", "2.jpg", "3.jpg"])
    }

    @Test("A photo is renamed with all its files, and has its old name again")
    func rename() async throws {
        for name in ["2.CR2", "2.jpg.xmp", "2.xmp", "2.jpg.json"] { try folder.addFile("Rome/" + name, contents: "x") }
        let library = try await library()
        let result = try await apply(.rename("Dune"), to: ["2.jpg"], in: library)
        #expect(result.refusals.isEmpty && result.fileCount == 5)
        #expect(
            try names() == ["1.jpg", "3.jpg", "Dune.jpg", "Dune.CR2", "Dune.jpg.xmp", "Dune.xmp", "Dune.jpg.json"])
        #expect(try await titles(library) == ["1", "3", "Dune"])
        #expect(await library.fate(of: Photo.ID("Rome/2.jpg")) == .moved(to: Photo.ID("Rome/Dune.jpg")))
        #expect(await (try #require(library.editing).apply(result.inverse)).refusals.isEmpty)
        #expect(try await titles(library) == ["1", "2", "3"])
    }

    @Test("Names that are taken, that two photos would get, or that no file can have are refused")
    func impossibleNames() async throws {
        try folder.addFile("Rome/IMG_1.jpg", contents: "x")
        try folder.addFile("Rome/IMG_E1.jpg", contents: "x")
        let editing = try #require(try await library().editing)
        func refusals(_ names: [(String, String)]) async -> Set<EditRefusal> {
            Set(
                await editing.refusals(of: names.map { PhotoChange(Photo.ID("Rome/" + $0), .rename($1)) }).values)
        }
        #expect(await refusals([("1.jpg", "2")]) == [.nameTaken])
        #expect(await refusals([("1.jpg", "a"), ("2.jpg", "a")]) == [.nameTaken])
        #expect(await refusals([("1.jpg", "2"), ("2.jpg", "1")]).isEmpty)
        for name in ["", ".a", "a/b"] { #expect(await refusals([("1.jpg", name)]) == [.invalidName]) }
        #expect(await refusals([("IMG_E1.jpg", "a")]) == [.namesBelongTogether])
        #expect(await refusals([("1.jpg", "1")]).isEmpty)
        #expect(try names().count == 5)
    }

    @Test("A sidecar stays with any other file that it may belong to, but copies include it")
    func unknownOwner() async throws {
        for name in ["2.psd", "2.xmp"] { try folder.addFile("Rome/" + name, contents: "x") }
        let library = try await library()
        _ = try await apply(.trash, to: ["2.jpg"], in: library)
        #expect(try names().isSuperset(of: ["2.psd", "2.xmp"]))
        try folder.addFile("Rome/2.jpg", contents: "x")
        #expect(await library.refresh())
        let target = try TemporaryFolder()
        let copied = try await apply(.copy(toFolder: target.bytes), to: ["2.jpg"], in: library)
        #expect(copied.fileCount == 2)
    }

    @Test("Photos move to several folders with new names as one operation, which can be redone")
    func namedMoves() async throws {
        for name in ["2.CR2", "2.jpg.xmp"] { try folder.addFile("Rome/" + name, contents: "x") }
        let library = try await library()
        let editing = try #require(library.editing)
        let target = try TemporaryFolder()
        for name in ["y1", "y2"] { try target.addFile(name + "/a.jpg", contents: "x") }
        let edits = ["1", "2"].map { name in
            let folder = target.bytes.appending("y\(name)".utf8)
            return PhotoChange(Photo.ID("Rome/\(name).jpg"), .move(toFolder: folder, as: "Trip_\(name)"))
        }
        func moved() -> Set<String> {
            let paths = FileManager.default.enumerator(atPath: target.path)?.allObjects as? [String] ?? []
            return Set(paths.filter { $0.contains("Trip") })
        }
        let expected: Set = ["y1/Trip_1.jpg", "y2/Trip_2.jpg", "y2/Trip_2.CR2", "y2/Trip_2.jpg.xmp"]
        #expect(await editing.refusals(of: edits).isEmpty)
        let result = await editing.apply(edits)
        #expect(result.refusals.isEmpty && result.fileCount == 4 && moved() == expected)
        #expect(files.moved.count == 1)
        let undone = await editing.apply(result.inverse)
        #expect(undone.refusals.isEmpty && moved().isEmpty)
        #expect(await editing.apply(undone.inverse).refusals.isEmpty)
        #expect(moved() == expected)
    }

    @Test("Copies to taken or duplicate names are refused")
    func takenNames() async throws {
        let editing = try #require(try await library().editing)
        func refusals(_ names: [(String, String)]) async -> [EditRefusal] {
            let changes = names.map { name, new in
                PhotoChange(Photo.ID("Rome/" + name), .copy(toFolder: folder.bytes.appending("Rome".utf8), as: new))
            }
            return Array(await editing.refusals(of: changes).values)
        }
        #expect(await refusals([("1.jpg", "4"), ("2.jpg", "5")]).isEmpty)
        #expect(await refusals([("1.jpg", "2")]) == [.nameTaken])
        #expect(await refusals([("1.jpg", "4"), ("2.jpg", "4")]) == [.nameTaken, .nameTaken])
        // A copy leaves the name of its photo taken.
        #expect(await refusals([("1.jpg", "4"), ("2.jpg", "1")]) == [.nameTaken])
        #expect(await refusals([("1.jpg", "a/b")]) == [.invalidName])
    }

    @Test("A move to the photo's own folder needs another name")
    func movesInPlace() async throws {
        let library = try await library()
        let rome = folder.bytes.appending("Rome".utf8)
        let moved = try await apply(.move(toFolder: rome, as: "Dune"), to: ["2.jpg"], in: library)
        #expect(moved.refusals.isEmpty)
        #expect(try names() == ["1.jpg", "3.jpg", "Dune.jpg"])
        let same = try await apply(.move(toFolder: rome, as: "3"), to: ["3.jpg"], in: library)
        #expect(Array(same.refusals.values) == [.alreadyThere])
    }

    @Test("While a photo is being moved away, the library says so")
    func leaving() async throws {
        let library = try await library()
        let gate = Gate()
        files.gate.withLock { $0 = gate }
        async let result = apply(.trash, to: ["2.jpg"], in: library)
        try await gate.arrivals(1)
        #expect(await library.fate(of: Photo.ID("Rome/2.jpg")) == .leaving)
        gate.open()
        #expect(try await result.refusals.isEmpty)
        #expect(await library.fate(of: Photo.ID("Rome/2.jpg")) == .gone)
    }
}
