import Albums
import Basics
import Foundation
import Synchronization
import TestFixtures
import Testing

@testable import Libraries

@Suite("Assessing photos of a folder", .timeLimit(.minutes(60)))
struct FolderSidecarsTests {
    private let folder: TemporaryFolder
    private let index = SpyIndex()
    private let sidecars = SpySidecars()

    init() throws {
        folder = try TemporaryFolder()
        for name in ["Rome/1.jpg", "Rome/2.jpg", "Rome/2.CR2", "Rome/3.CR2", "Rome/3.DNG", "Rome/4.mov"] {
            try folder.addFile(name, contents: "x")
        }
    }

    private func library(
        _ naming: SidecarNaming = .afterFile, in storage: AssessmentStorage = .sidecar
    ) async throws -> FolderLibrary {
        let library = try FolderLibrary(
            path: folder.bytes,
            .init(
                index: index.port,
                sidecars: SidecarSettings(port: sidecars.port, naming: naming, storage: storage)))
        for await _ in library.events() where await library.totals().isComplete { break }
        return library
    }

    private func apply(
        _ edits: [PhotoEdit], to name: String, in library: FolderLibrary
    ) async throws -> EditResult {
        try await #require(library.editing).apply(edits.map { PhotoChange(Photo.ID("Rome/" + name), $0) })
    }

    /// The names of the sidecars that have been written.
    private var written: [String] { sidecars.changes.map { String($0.path.lastComponent.text) } }

    @Test(
        "All files of a photo but its video get a sidecar, named as the settings say", arguments: SidecarNaming.allCases
    )
    func naming(_ naming: SidecarNaming) async throws {
        let library = try await library(naming)
        for name in ["1.jpg", "2.jpg", "4.mov"] {
            #expect(try await apply([.rate(4)], to: name, in: library).refusals.isEmpty)
        }
        #expect(
            written
                == (naming == .afterFile
                    ? ["1.jpg.xmp", "2.jpg.xmp", "2.CR2.xmp", "4.mov.xmp"] : ["1.xmp", "2.xmp", "4.xmp"]))
    }

    @Test("An assessment that is written while a scan reads the folder again is in the new lists")
    func duringScan() async throws {
        let library = try await library()
        // The gate keeps the files from hiding a lost change.
        index.gate.withLock { $0 = Gate() }
        // The scan reaches one of them after it has copied the known facts about the photos.
        for name in ["Oslo/1.jpg", "Turin/1.jpg"] { try folder.addFile(name, contents: "x") }
        let ratings = Mutex([4, 5])
        index.onNewFolder.withLock { [self] in
            $0 = {
                guard let stars = ratings.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
                let isWritten = DispatchSemaphore(value: 0)
                Task {
                    _ = try await apply([.rate(stars)], to: "1.jpg", in: library)
                    isWritten.signal()
                }
                isWritten.wait()
            }
        }
        #expect(await library.refresh())
        #expect(ratings.withLock { $0.isEmpty })
        #expect(library.editing?.assessment(of: Photo.ID("Rome/1.jpg"))?.stars == 5)
    }

    @Test("The sidecars that exist are written, both if there are two, whatever their case")
    func existing() async throws {
        for name in ["1.xmp", "2.CR2.XMP", "2.xmp"] { try folder.addFile("Rome/" + name, contents: "x") }
        let library = try await library()
        _ = try await apply([.rate(4)], to: "1.jpg", in: library)
        _ = try await apply([.rate(4)], to: "2.jpg", in: library)
        #expect(Set(written) == ["1.xmp", "2.CR2.XMP", "2.xmp"])
    }

    @Test("A sidecar that could belong to two photos is left alone")
    func shared() async throws {
        try folder.addFile("Rome/3.xmp", contents: "x")
        _ = try await apply([.rate(4)], to: "3.CR2", in: try await library())
        #expect(written == ["3.CR2.xmp"])
        let result = try await apply([.rate(4)], to: "3.DNG", in: try await library(.afterPhoto))
        #expect(Array(result.refusals.values) == [.sharedSidecar(name: "3.xmp")])
        #expect(written == ["3.CR2.xmp"])
    }

    /// Makes some of the files JPEGs.
    private func addJPEGs() throws {
        for name in ["1.jpg", "2.jpg"] {
            try Data([0xFF, 0xD8, 0xFF, 0xE0]).write(to: URL(filePath: "\(folder.path)/Rome/\(name)"))
        }
    }

    @Test("If the settings say so, JPEGs are written themselves, and the RAW files of their photos get sidecars")
    func files() async throws {
        try addJPEGs()
        try folder.addFile("Rome/5.jpg", contents: "a JPEG by its name only")
        let library = try await library(in: .file)
        for name in ["1.jpg", "2.jpg", "4.mov", "5.jpg"] {
            #expect(try await apply([.rate(4)], to: name, in: library).refusals.isEmpty)
        }
        #expect(written == ["1.jpg", "2.jpg", "2.CR2.xmp", "4.mov.xmp", "5.jpg.xmp"])
        #expect(sidecars.changes.map(\.container) == [.picture, .picture, .sidecar, .sidecar, .sidecar])
    }

    @Test("A JPEG with sidecars is written along with them, because sidecars come first on reading")
    func filesWithSidecars() async throws {
        try addJPEGs()
        for name in ["1.xmp", "1.jpg.xmp"] { try folder.addFile("Rome/" + name, contents: "x") }
        _ = try await apply([.rate(4)], to: "1.jpg", in: try await library(in: .file))
        #expect(written == ["1.jpg", "1.jpg.xmp", "1.xmp"])
    }

    @Test("If a JPEG can't be written, neither are the sidecars of its photo")
    func refusedFile() async throws {
        try addJPEGs()
        sidecars.failures.withLock { $0["2.jpg"] = .partsWouldMove }
        let library = try await library(in: .file)
        let editing = try #require(library.editing)
        let result = await editing.apply(["1.jpg", "2.jpg"].map { PhotoChange(Photo.ID("Rome/" + $0), .rate(3)) })
        #expect(Array(result.refusals.values) == [.sidecar(name: "2.jpg", .partsWouldMove)])
        #expect(written == ["1.jpg"])
        #expect(editing.assessment(of: Photo.ID("Rome/2.jpg")) == Assessment())
    }

    @Test("Changes of one photo are written together, and lists, searches and the inverse follow at once")
    func lists() async throws {
        let library = try await library()
        let result = try await apply([.rate(2), .flag(.rejected), .label("Red")], to: "1.jpg", in: library)
        #expect(sidecars.changes.map(\.properties.values.rating) == [-1])
        #expect(sidecars.changes.map(\.properties.values[.starsBeforeRejection]) == ["2"])
        let editing = try #require(library.editing)
        #expect(editing.assessment(of: Photo.ID("Rome/1.jpg")) == Assessment(stars: 2, flag: .rejected, label: "Red"))
        func found(_ query: String) async throws -> [String] {
            try await library.photos(in: .feed, matching: ListQuery(query), in: 0..<9).items.map(\.title)
        }
        #expect(try await found("is:rejected") == ["1"])
        #expect(try await found("rating:-1 label:red") == ["1"])
        _ = await editing.apply(result.inverse)
        #expect(try await found("is:rejected").isEmpty)
        #expect(editing.assessment(of: Photo.ID("Rome/1.jpg")) == Assessment())
    }

    @Test("A sidecar is written with the values before and after the changes, and whether the last one is undo")
    func formerValues() async throws {
        let library = try await library()
        let editing = try #require(library.editing)
        let photo = Photo.ID("Rome/1.jpg")
        _ = await editing.apply([PhotoChange(photo, .rate(2)), PhotoChange(photo, .label("Red"))])
        _ = await editing.apply([PhotoChange(photo, .rate(3)), PhotoChange(photo, .rate(2), isUndo: true)])
        #expect(
            sidecars.changes.map(\.properties.values) == [PhotoValues(rating: 2, label: "Red"), PhotoValues(rating: 2)])
        #expect(sidecars.changes.map(\.former) == [PhotoValues(rating: 0, label: ""), [:]])
        #expect(sidecars.changes.map(\.isUndo) == [false, true])
    }

    @Test("An inverse carries what it expects; if a sidecar has other values, the library shows those")
    func expected() async throws {
        let library = try await library()
        let editing = try #require(library.editing)
        let photo = Photo.ID("Rome/1.jpg")
        _ = await editing.apply([PhotoChange(photo, .rate(3))])
        let found = PhotoValues(rating: 2)
        sidecars.failures.withLock { $0["1.jpg.xmp"] = .otherValues(found) }
        let change = PhotoChange(photo, .rate(nil), isUndo: true, expected: Assessment(stars: 3))
        let result = await editing.apply([change])
        #expect(result.refusals == [change: .sidecar(name: "1.jpg.xmp", .otherValues(found))])
        #expect(editing.assessment(of: photo) == Assessment(stars: 2))
        sidecars.failures.withLock { $0 = [:] }
        _ = await editing.apply([change, PhotoChange(photo, .label("Red"))])
        #expect(sidecars.changes.map(\.properties.expected) == [[:], PhotoValues(rating: 3), [:]])
        #expect(sidecars.changes.map(\.properties.values.rating) == [3, 0, nil])
        #expect(editing.assessment(of: photo) == Assessment(label: "Red"))
    }

    @Test("The assessment of a photo stays if its sidecar can't be written; the others are written")
    func failure() async throws {
        sidecars.failures.withLock { $0["1.jpg.xmp"] = .foreignOwner }
        let library = try await library()
        let (first, second) = (Photo.ID("Rome/1.jpg"), Photo.ID("Rome/2.jpg"))
        let editing = try #require(library.editing)
        let result = await editing.apply([first, second].map { PhotoChange($0, .rate(3)) })
        #expect(result.refusals == [PhotoChange(first, .rate(3)): .sidecar(name: "1.jpg.xmp", .foreignOwner)])
        #expect(editing.assessment(of: first) == Assessment() && editing.assessment(of: second)?.stars == 3)
        #expect(
            result.inverse == [PhotoChange(second, .rate(nil), isUndo: true, expected: Assessment(stars: 3))])
    }

    @Test("A canceled change of many photos keeps those that are written, and their inverse")
    func canceled() async throws {
        let names = (100..<220).map { "Rome/c\($0).jpg" }
        for name in names { try folder.addFile(name, contents: "x") }
        let editing = try #require(try await library().editing)
        let start = Gate()
        let edit = Task {
            await start.pass()
            return await editing.apply(names.map { PhotoChange(Photo.ID($0), .tag(TagChange(add: ["Sea"]))) })
        }
        sidecars.onWrite.withLock { $0 = { edit.cancel() } }
        start.open()
        let result = await edit.value
        #expect(sidecars.changes.count == 100 && result.inverse.count == 100)
        #expect(result.refusals.count == 20 && result.refusals.values.allSatisfy { $0 == .canceled })
    }

    @Test("Photos that the library lacks, and favorites of other libraries, are refused")
    func missing() async throws {
        let editing = try #require(try await library().editing)
        let ids = [Photo.ID("Rome/9.jpg"), Photo.ID("a\u{0}b")]
        let result = await editing.apply(ids.map { PhotoChange($0, .rate(3)) } + [PhotoChange(ids[0], .trash)])
        #expect(
            result.refusals == [
                PhotoChange(ids[0], .rate(3)): .gone, PhotoChange(ids[1], .rate(3)): .inAnotherLibrary,
                PhotoChange(ids[0], .trash): .unsupported,
            ])
    }
}

/// Sidecars in memory.
final class SpySidecars: Sendable {
    private let written = Mutex<[SidecarChange]>([])
    let failures = Mutex<[String: SidecarFailure]>([:])
    let onWrite = Mutex<(@Sendable () -> Void)?>(nil)

    var changes: [SidecarChange] { written.withLock { $0 } }

    var port: SidecarPort {
        SidecarPort { photos in
            self.onWrite.withLock { $0 }?()
            return photos.map { changes in
                let failures = self.failures.withLock { $0 }
                let problem = changes.lazy.compactMap { change in
                    failures[change.path.lastComponent.text].map { SidecarProblem(path: change.path, $0) }
                }.first
                if let problem { return .failure(problem) }
                self.written.withLock { $0 += changes }
                return .success(PhotoProperties())
            }
        }
    }
}
