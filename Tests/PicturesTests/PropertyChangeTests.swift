import Albums
import Basics
import Foundation
import Glibc
import Synchronization
import TestFixtures
import Testing

@testable import Libraries
@testable import Pictures
@testable import Storage

/// Tests each kind of change from the library to the file and back. A new kind is one line in `Edit.all`.
@Suite("Changing properties of photos in a folder", .serialized, .timeLimit(.minutes(60)))
struct PropertyChangeTests {
    /// A change of the photo `1.jpg`, and what is read from its files afterwards.
    struct Edit: Sendable {
        let edit: PhotoEdit
        /// Another program's change of the same property.
        let other: PhotoEdit
        let isRead: @Sendable (PhotoDetails) -> Bool

        static let all: [Named<Edit>] = [
            edit("stars", .rate(4), .rate(1)) { $0.rating == 4 },
            edit("rejection", .flag(.rejected), .flag(.picked)) { $0.rating == -1 },
            edit("pick", .flag(.picked), .flag(.rejected)) { $0.isPicked == true },
            edit("label", .label("Purple"), .label("Blue")) { $0.label == "Purple" },
            edit("title", .set([.title: "\u{201C}A\u{201D} & 'b' < \"c\""]), .set([.title: "other"])) {
                $0.title == "\u{201C}A\u{201D} & 'b' < \"c\""
            },
            edit("description", .set([.description: "Zwei\nZeilen"]), .set([.description: "other"])) {
                $0.description == "Zwei\nZeilen"
            },
            edit("no title", .set([.title: "", .headline: "H"]), .set([.headline: "other"])) {
                $0.title == nil && $0.headline == "H"
            },
            edit(
                "caption",
                .set([.title: "T", .headline: "H", .creator: "Ann;Bo", .copyright: "© Ann", .city: "Porto"]),
                .set([.copyright: "other"])
            ) {
                $0.title == "T" && $0.headline == "H" && $0.author == "Ann" && $0.copyright == "© Ann"
                    && $0.city == "Porto"
            },
            edit("date", .set([.date: "2024-05-01T10:11:12+02:00"]), .set([.date: "2001-01-01T00:00:00"])) {
                $0.takenZone == 120 && $0.takenSource == .user
            },
            edit("orientation", .set([.orientation: "6"]), .set([.orientation: "3"])) { _ in true },
            edit("tag", .tag(TagChange(add: ["Sea", "Ann & Bo"])), .tag(TagChange(add: ["Theirs"]))) {
                Set($0.tags).isSuperset(of: ["Sea", "Ann & Bo"])
            },
            edit("path", .tag(TagChange(add: ["Places/Portugal/Porto"])), .tag(TagChange(add: ["Theirs"]))) {
                $0.tags.contains("Places/Portugal/Porto") && !$0.tags.contains("Porto")
            },
            edit(
                "removed tags", .tag(TagChange(add: ["Sea"], remove: ["Places/Rome", "unknown"])),
                .tag(TagChange(add: ["Theirs"]))
            ) { $0.tags.contains("Sea") && !$0.tags.contains("Places/Rome") && !$0.tags.contains("Rome") },
        ]

        private static func edit(
            _ name: String, _ edit: PhotoEdit, _ other: PhotoEdit, isRead: @escaping @Sendable (PhotoDetails) -> Bool
        ) -> Named<Edit> {
            Named(name, Edit(edit: edit, other: other, isRead: isRead))
        }
    }

    /// A file before the change: none, a sidecar of another program, or a JPEG that is written itself.
    enum Container: Sendable {
        case none, picture
        case sidecar(String)

        static let all = sidecars + [Named("a JPEG", Container.picture)]

        /// The containers beside the picture, which stays the same photo when another program writes.
        static let sidecars =
            [Named("no sidecar", Container.none)]
            + XMPEditingTests.Style.all.map { Named($0.name, Container.sidecar($0.value)) }
            + [
                Named(
                    "languages",
                    .sidecar(
                        XMPEditingTests.Style.digiKam.replacing(
                            "   <digiKam:TagsList>",
                            with: """
                                   <dc:title xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Alt>
                                    <rdf:li xml:lang="pt">O mar</rdf:li></rdf:Alt></dc:title>
                                   <dc:subject xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Bag>
                                    <rdf:li>Rome</rdf:li><rdf:li>Own</rdf:li></rdf:Bag></dc:subject>
                                   <digiKam:TagsList>
                                """)))
            ]
    }

    /// As in the program, no two threads of a process edit packets.
    private static let workers = DecodingWorkers.ofBuiltProgram(maxIdleTime: .seconds(600))

    private let folder: TemporaryFolder
    private let photo = Photo.ID("1.jpg")
    /// Called before packets are edited, with the number of the call.
    private let onEdit = Hook()

    private final class Hook: Sendable {
        let action = Mutex<(@Sendable (Int) -> Void)?>(nil)
    }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    private func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path(name)).map(Array.init) }

    /// - Parameter orientation: the number in EXIF; nil for a picture without EXIF.
    private static func jpeg(orientation: UInt8?) -> [UInt8] {
        let exif = orientation.map { number -> [UInt8] in
            [0xFF, 0xE1, 0, 34] + Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0]
                + [number, 0, 0, 0, 0, 0, 0, 0]
        }
        return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1] + (exif ?? []) + [0xFF, 0xDA, 0, 2, 7, 7, 7, 0xFF, 0xD9]
    }

    private func add(_ container: Container) throws {
        try Data(Self.jpeg(orientation: 8)).write(to: URL(filePath: path("1.jpg")))
        if case .sidecar(let text) = container { try folder.addFile("1.jpg.xmp", contents: text) }
    }

    /// Opens the folder as a new run does.
    private func editing(_ container: Container) async throws -> any PhotoEditing {
        let count = Mutex(0)
        let writer = SidecarWriter(secondsOfWriting: 0) { [onEdit] packets in
            let number = count.withLock { count in
                count += 1
                return count
            }
            onEdit.action.withLock { $0 }?(number)
            return Self.workers.edit(packets.map { XMPEdit(packet: $0.bytes, properties: $0.properties) })
        }
        var storage = AssessmentStorage.sidecar
        if case .picture = container { storage = .file }
        let index = PictureIndex(known: { _, _ in }) { [self] _, files in
            files.map { _ in (try? details()).map { PhotoFacts($0, size: nil) } }
        }
        let library = try FolderLibrary(
            path: folder.bytes,
            .init(
                index: index,
                sidecars: SidecarSettings(port: SidecarPort { await writer.write(photos: $0) }, storage: storage)))
        await library.waitUntilRead { _, _ in }
        return try #require(library.editing)
    }

    private func details() throws -> PhotoDetails {
        let picture = try PictureFile(path: Array(path("1.jpg").utf8))
        let embedded = try EmbeddedMetadata(of: picture, format: .jpeg, cancellation: DecodeCancellation())
        return PhotoDetails(embedded, sidecars: [bytes("1.jpg.xmp")].compactMap { $0 })
    }

    /// The bytes of the files.
    private var files: [[UInt8]?] { [bytes("1.jpg"), bytes("1.jpg.xmp")] }

    @Test(
        "Every change is read back, keeps the lines of other properties, and undo restores the bytes",
        arguments: Edit.all, Container.all)
    func undo(edit: Named<Edit>, container: Named<Container>) async throws {
        try add(container.value)
        let before = files
        let editing = try await editing(container.value)
        let result = await editing.apply([PhotoChange(photo, edit.value.edit)])
        #expect(result.refusals.isEmpty)
        #expect(edit.value.isRead(try details()))
        if case .sidecar(let old) = container.value {
            let new = String(decoding: bytes("1.jpg.xmp") ?? [], as: UTF8.self)
            let foreign = ["darktable:", "crs:", "stEvt", "<!--", "xmpMM", "Urgency", "Own", "mar"]
            let parts = old.split { "\n>".contains($0) }.filter { part in foreign.contains { part.contains($0) } }
            let changed = ["colorlabels"] + (edit.name == "no title" ? ["mar"] : [])
            for part in parts where !changed.contains(where: part.contains) { #expect(new.contains(part), "\(part)") }
        }
        let redo = await editing.apply(result.inverse)
        #expect(redo.refusals.isEmpty)
        #expect(files == before)
        let again = await editing.apply(redo.inverse)
        #expect(again.refusals.isEmpty)
        #expect(edit.value.isRead(try details()))
    }

    @Test("A turn changes the EXIF of a JPEG, also back in a later run, and is refused without an orientation there")
    func turns() async throws {
        func orientation() throws -> Orientation {
            let picture = try PictureFile(path: Array(path("1.jpg").utf8))
            return try EmbeddedMetadata(of: picture, format: .jpeg, cancellation: DecodeCancellation()).fileOrientation
        }
        try add(.picture)
        let turn = PhotoChange(photo, .set([.orientation: "1"]))
        let made = await (try editing(.picture)).apply([turn])
        #expect(made.refusals.isEmpty)
        #expect(try orientation() == .upright)
        #expect(await (try editing(.picture)).apply(made.inverse).refusals.isEmpty)
        #expect(try orientation() == Orientation(exif: 8))
        try Data(Self.jpeg(orientation: nil)).write(to: URL(filePath: path("1.jpg")))
        let refused = await (try editing(.picture)).apply([turn])
        #expect(Array(refused.refusals.values) == [.sidecar(name: "1.jpg", .noOrientation)])
    }

    @Test(
        "A later run undoes every change, and keeps what other programs have changed meanwhile",
        arguments: Edit.all, Container.all)
    func laterRun(edit: Named<Edit>, container: Named<Container>) async throws {
        try add(container.value)
        let before = try details()
        let changes = [PhotoChange(photo, edit.value.edit)]
        let made = await (try editing(container.value)).apply(changes)
        let logged = LoggedChange(
            id: "1", date: .now, made: MadeChange(.edit([], changes), inverse: .edit([], made.inverse)))
        let line = try JSONEncoder().encode(try #require(ChangeRecord(logged)))
        let read = try #require(try JSONDecoder().decode(ChangeRecord.self, from: line).change)
        guard case .edit(_, let inverse) = read.made.inverse else {
            Issue.record("no edit")
            return
        }
        #expect(inverse.map(\.edit) == made.inverse.map(\.edit))
        #expect(inverse.map(\.expectedTexts) == made.inverse.map(\.expectedTexts))
        // A later run: nothing is known about former bytes.
        let own = edit.value.edit.kind == .assessment
        let foreign = own ? PhotoEdit.set([.city: "Theirs"]) : .rate(2)
        // A picture that another program replaces is another photo.
        let isShared = if case .picture = container.value { false } else { true }
        if isShared {
            #expect(await (try editing(container.value)).apply([PhotoChange(photo, foreign)]).refusals.isEmpty)
        }
        let undone = await (try editing(container.value)).apply(inverse)
        #expect(undone.refusals.isEmpty)
        var after = try details()
        #expect(!isShared || (own ? after.city == "Theirs" : after.rating == 2))
        if own { after.city = before.city } else { after.assessment = before.assessment }
        #expect(after.tags.sorted() == before.tags.sorted() && after.title == before.title)
        #expect(after.headline == before.headline && after.assessment == before.assessment)
        #expect([after.author, after.copyright, after.city] == [before.author, before.copyright, before.city])
    }

    @Test(
        "Undo is refused if another program has changed the property, and keeps tags of other programs",
        arguments: Edit.all, Container.sidecars)
    func otherValues(edit: Named<Edit>, container: Named<Container>) async throws {
        try add(container.value)
        let first = try await editing(container.value)
        let result = await first.apply([PhotoChange(photo, edit.value.edit)])
        // The file had the value already.
        if result.inverse.isEmpty { return }
        #expect(await (try editing(container.value)).apply([PhotoChange(photo, edit.value.other)]).refusals.isEmpty)
        let changed = files
        let undone = await first.apply(result.inverse)
        if case .tag = edit.value.other {
            #expect(undone.refusals.isEmpty)
            #expect(try details().tags.contains("Theirs"))
            #expect(!edit.value.isRead(try details()))
        } else {
            #expect(undone.refusals.count == 1 && files == changed)
        }
    }

    @Test(
        "A change that another program makes at the same moment stays", arguments: Edit.all,
        Container.sidecars)
    func race(edit: Named<Edit>, container: Named<Container>) async throws {
        try add(container.value)
        let (one, other) = (try await editing(container.value), try await editing(container.value))
        let own = edit.value.edit.kind == .assessment
        onEdit.action.withLock { [photo, onEdit] in
            $0 = { number in
                guard number == 1 else { return }
                onEdit.action.withLock { $0 = nil }
                let isWritten = DispatchSemaphore(value: 0)
                Task.detached {
                    _ = await other.apply([PhotoChange(photo, own ? .set([.city: "Theirs"]) : .rate(2))])
                    isWritten.signal()
                }
                isWritten.wait()
            }
        }
        let result = await one.apply([PhotoChange(photo, edit.value.edit)])
        #expect(result.refusals.isEmpty)
        if result.inverse.isEmpty { return }
        #expect(edit.value.isRead(try details()))
        #expect(try own ? details().city == "Theirs" : details().rating == 2)
    }

    @Test("A sidecar can remove tags of its picture, and then has the others, too")
    func tagsOfPicture() async throws {
        try add(.none)
        func tag(_ container: Container, _ tags: TagChange) async throws -> [PhotoChange] {
            await (try editing(container)).apply([PhotoChange(photo, .tag(tags))]).inverse
        }
        _ = try await tag(.picture, TagChange(add: ["Sea", "Places/Rome"]))
        let picture = bytes("1.jpg")
        _ = try await tag(.none, TagChange(add: ["Own"]))
        #expect(try Set(details().tags) == ["Sea", "Places/Rome", "Own"])
        let inverse = try await tag(.none, TagChange(remove: ["sea"]))
        #expect(try Set(details().tags) == ["Places/Rome", "Own"])
        let own = (bytes("1.jpg.xmp") ?? []).withUnsafeBytes { XMPPacket($0)?.tags }
        #expect(own.map(Set.init) == ["Places/Rome", "Own"])
        _ = await (try editing(.none)).apply(inverse)
        #expect(try Set(details().tags) == ["Sea", "Places/Rome", "Own"])
        #expect(bytes("1.jpg") == picture)
    }

    @Test("A damaged sidecar refuses every change", arguments: Edit.all)
    func damaged(edit: Named<Edit>) async throws {
        try add(.sidecar("<x:xmpmeta>"))
        let before = files
        let result = await (try editing(.none)).apply([PhotoChange(photo, edit.value.edit)])
        #expect(Array(result.refusals.values) == [.sidecar(name: "1.jpg.xmp", .damaged)])
        #expect(files == before)
    }
}
