import Albums
import Foundation
import Glibc
import TestFixtures
import Testing

@testable import Storage

@Suite("Trash folders", .timeLimit(.minutes(60)))
struct TrashFoldersTests {
    private let fixture: FileFixture

    init() throws {
        fixture = try FileFixture()
    }

    /// A file system at the folder of the photos.
    private func disk(bytes: Int = 1 << 20) throws -> SmallDisk {
        try SmallDisk(at: fixture.folder.path + "/photos", bytes: bytes)
    }

    private var own: String { "photos/.Trash-\(geteuid())" }

    @Test("Files of one name get a number before their extension in the trash")
    func collisions() async throws {
        for number in 1...3 {
            let photo = try fixture.photo("Dune.jpg", contents: "\(number)")
            #expect(await fixture.trash(photo).failures == [:])
        }
        #expect(fixture.names(fixture.trash + "/files") == ["Dune 2.jpg", "Dune 3.jpg", "Dune.jpg"])
        #expect(fixture.text(fixture.trash + "/files/Dune 3.jpg") == "3 Dune.jpg")
        #expect(fixture.recordedPath("Dune 2.jpg") == fixture.folder.path + "/photos/Dune.jpg")
    }

    @Test("Neither a file without information nor information without a file is replaced")
    func strays() async throws {
        try fixture.folder.addFile(fixture.trash + "/files/a.jpg", contents: "stray")
        try fixture.folder.addFile(fixture.trash + "/info/b.jpg.trashinfo", contents: "stray")
        #expect(await fixture.trash(try fixture.photo("a.jpg"), try fixture.photo("b.jpg")).failures == [:])
        #expect(fixture.names(fixture.trash + "/files") == ["a 2.jpg", "a.jpg", "b 2.jpg"])
        #expect(fixture.text(fixture.trash + "/files/a.jpg") == "stray")
        #expect(fixture.text(fixture.trash + "/info/b.jpg.trashinfo") == "stray")
    }

    @Test("Names that are not UTF-8, have line ends, or are as long as names can be are trashed and restored")
    func names() async throws {
        let names: [[UInt8]] = [
            [0xFF, 0xFE, 0x2E, 0x6A], Array("a\nb % ü.jpg".utf8), Array(String(repeating: "ü", count: 125).utf8),
            Array(repeating: 0x78, count: 255), Array(repeating: 0x79, count: 251) + Array(".jpg".utf8),
            Array("-rf".utf8), Array(".hidden".utf8),
        ]
        for name in names { try fixture.folder.addFile(Array("photos/".utf8) + name, contents: "photo") }
        let groups = names.enumerated().map { index, name in
            FileGroup(photo: Photo.ID("\(index)"), files: [FileMove(source: fixture.path("photos").appending(name))])
        }
        let result = await fixture.mover.perform(.trash, groups, in: "library")
        #expect(result.failures == [:] && fixture.photos == [:])
        let inTrash = fixture.names(fixture.trash + "/files")
        #expect(inTrash.count == names.count)
        #expect(inTrash.contains(String(repeating: "y", count: 241) + ".jpg"))
        #expect(
            fixture.text(fixture.trash + "/info/a\nb % ü.jpg.trashinfo")?.contains("/a%0Ab%20%25%20%C3%BC.jpg\n")
                == true)
        #expect(await fixture.anotherRun.revert(try #require(result.operation)).failures == [:])
        for group in groups {
            #expect(group.files[0].source.withCPath { access($0, F_OK) } == 0)
        }
    }

    @Test(
        "Long names are cut between characters, and numbers fit",
        arguments: [
            ("a.jpg", 1, "a.jpg"), ("a.jpg", 2, "a 2.jpg"), (".a", 2, ".a 2"), ("a", 12, "a 12"),
            (String(repeating: "é", count: 127), 1, String(repeating: "é", count: 122)),
            (String(repeating: "x", count: 300) + ".jpg", 10, String(repeating: "x", count: 238) + " 10.jpg"),
            ("a." + String(repeating: "x", count: 253), 1, "a." + String(repeating: "x", count: 243)),
        ])
    func cutting(name: String, number: Int, expected: String) {
        #expect(String(decoding: TrashName.name(Array(name.utf8), numbered: number), as: UTF8.self) == expected)
    }

    @Test("Files of another file system go to a trash in its top folder, with paths below that", .requiresMounting)
    func topFolder() async throws {
        let disk = try disk()
        let operation = try #require(await fixture.trash(try fixture.photo("Sea/a b.jpg")).operation)
        #expect(fixture.names(own + "/files") == ["a b.jpg"] && fixture.names(fixture.trash) == [])
        #expect(try fixture.status(own).st_mode & 0o7777 == 0o700)
        #expect(fixture.recordedPath("a b.jpg", in: own) == "Sea/a b.jpg")
        #expect(fixture.text(own + "/info/a b.jpg.trashinfo")?.contains("Path=Sea/a%20b.jpg\n") == true)
        #expect(await fixture.anotherRun.revert(operation).failures == [:])
        #expect(fixture.text("photos/Sea/a b.jpg") == "photo Sea/a b.jpg")
        #expect(fixture.names(own + "/info") == [])
        withExtendedLifetime(disk) {}
    }

    @Test("A bind mount has its own trash, although it is the same device", .requiresMounting)
    func bindMount() async throws {
        _ = try fixture.folder.makeFolder("original")
        let path = fixture.folder.path + "/photos"
        try #require(mount(fixture.folder.path + "/original", path, nil, UInt(MS_BIND), nil) == 0)
        defer { umount2(path, Int32(MNT_DETACH)) }
        let operation = try #require(await fixture.trash(try fixture.photo("a.jpg")).operation)
        #expect(fixture.names(own + "/files") == ["a.jpg"])
        #expect(await fixture.mover.revert(operation).failures == [:])
        #expect(fixture.names("original") == [".Trash-\(geteuid())", "a.jpg"])
    }

    @Test(
        "The shared trash of a file system is used only if it is a folder with the sticky bit", .requiresMounting,
        arguments: ["sticky", "plain", "link", "file"])
    func sharedTrash(state: String) async throws {
        let disk = try disk()
        let shared = "photos/.Trash"
        switch state {
        case "sticky", "plain":
            try #require(chmod(try fixture.folder.makeFolder(shared), state == "sticky" ? 0o1777 : 0o777) == 0)
        case "link":
            try #require(chmod(try fixture.folder.makeFolder("photos/other"), 0o1777) == 0)
            try fixture.folder.addLink(shared, to: "other")
        default: try fixture.folder.addFile(shared)
        }
        let operation = try #require(await fixture.trash(try fixture.photo("Sea/a.jpg")).operation)
        let used = state == "sticky" ? "\(shared)/\(geteuid())" : own
        #expect(fixture.names(used + "/files") == ["a.jpg"])
        #expect(fixture.recordedPath("a.jpg", in: used) == "Sea/a.jpg")
        #expect(fixture.names("photos/other") == [])
        #expect(await fixture.anotherRun.revert(operation).failures == [:])
        #expect(fixture.names(used + "/info") == [])
        withExtendedLifetime(disk) {}
    }

    @Test("In a shared trash, the folder of another user is not used", .requiresMounting)
    func foreignSharedTrash() async throws {
        let disk = try disk()
        try #require(chmod(try fixture.folder.makeFolder("photos/.Trash"), 0o1777) == 0)
        try #require(chown(try fixture.folder.makeFolder("photos/.Trash/\(geteuid())"), 12, 12) == 0)
        #expect(await fixture.trash(try fixture.photo("a.jpg")).failures == [:])
        #expect(fixture.names(own + "/files") == ["a.jpg"])
        withExtendedLifetime(disk) {}
    }

    @Test(
        "A trash that is a link, a file or another user's is refused with the reason, and the photo stays",
        .requiresMounting, arguments: ["link", "file", "foreign"])
    func refusedTrash(state: String) async throws {
        let disk = try disk()
        switch state {
        case "link":
            _ = try fixture.folder.makeFolder("photos/other")
            try fixture.folder.addLink(own, to: "other")
        case "file": try fixture.folder.addFile(own)
        default: try #require(chown(try fixture.folder.makeFolder(own), 12, 12) == 0)
        }
        let reason = state == "foreign" ? "Operation not permitted" : "Not a directory"
        let photo = try fixture.photo("a.jpg")
        let failure = FileFailure.noTrash(folder: fixture.folder.path + "/photos", reason: reason)
        #expect(await fixture.trash(photo).failures == [photo.photo: .of("a.jpg", failure)])
        #expect(fixture.text("photos/a.jpg") == "photo a.jpg")
        #expect(fixture.names(fixture.trash) == [] && fixture.names("photos/other") == [])
        withExtendedLifetime(disk) {}
    }

    @Test("On a read-only file system, the photo stays", .requiresMounting)
    func readOnly() async throws {
        let disk = try disk()
        let photo = try fixture.photo("a.jpg")
        try #require(mount("tmpfs", disk.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
        let failure = FileFailure.noTrash(folder: disk.path, reason: "Read-only file system")
        #expect(await fixture.trash(photo).failures == [photo.photo: .of("a.jpg", failure)])
        #expect(fixture.names("photos") == ["a.jpg"])
    }

    @Test("On a full file system, the photo stays, and nothing half-written is left in the trash", .requiresMounting)
    func full() async throws {
        let disk = try disk(bytes: 1 << 16)
        #expect(await fixture.trash(try fixture.photo("a.jpg")).failures == [:])
        let photo = try fixture.photo("b.jpg")
        try disk.fill()
        #expect(
            await fixture.trash(photo).failures
                == [photo.photo: .of("b.jpg", .system(reason: "No space left on device"))])
        #expect(fixture.text("photos/b.jpg") == "photo b.jpg")
        #expect(fixture.names(own + "/info") == ["a.jpg.trashinfo"])
        disk.makeRoom()
        #expect(await fixture.trash(photo).failures == [:])
    }

    /// Trashes, moves and copies photos of a mounted file system, and brings them back.
    private func expectOperations(on path: String) async throws {
        defer { umount2(path, Int32(MNT_DETACH)) }
        let photos = try ["a.jpg", "b.jpg"].map { try fixture.photo([$0, $0 + ".xmp"], to: "photos/picks") }
        for kind in [FileOperation.Kind.trash, .move, .copy] {
            for _ in 0..<2 {
                let result = await fixture.mover.perform(kind, photos, in: "library")
                #expect(result.failures == [:])
                #expect(fixture.names("photos").contains("a.jpg") == (kind == .copy))
                #expect(fixture.names(own + "/files").count == (kind == .trash ? 4 : 0))
                #expect(await fixture.anotherRun.revert(try #require(result.operation)).failures == [:])
                #expect(fixture.text("photos/a.jpg") == "photo a.jpg" && fixture.text("photos/b.jpg.xmp") != nil)
            }
        }
    }

    @Test(
        "Files of an overlay are trashed in it, also those of its lower layer", .requiresMounting,
        .requires(fileSystem: "overlay"),
        arguments: [true, false])
    func overlay(hasLayersOnOneDisk: Bool) async throws {
        let layers = try ["lower", "upper", "work"].map { try fixture.folder.makeFolder("layers/\($0)") }
        let disk = hasLayersOnOneDisk ? nil : try SmallDisk(at: layers[0], bytes: 1 << 20)
        for name in ["a.jpg", "b.jpg.xmp"] { try fixture.folder.addFile("layers/lower/\(name)", contents: "photo") }
        let path = fixture.folder.path + "/photos"
        let options = "lowerdir=\(layers[0]),upperdir=\(layers[1]),workdir=\(layers[2])"
        try #require(system("mount -t overlay overlay -o '\(options)' '\(path)'") == 0)
        try await expectOperations(on: path)
        withExtendedLifetime(disk) {}
    }

    @Test("Files of a disk with ext4 are trashed in it", .requiresMounting, .requires(fileSystem: "ext4"))
    func ext4() async throws {
        try await expectOperations(onImageMadeBy: "mkfs.ext4 -q")
    }

    @Test("Files of a memory card with FAT are trashed in it", .requiresMounting, .requires(fileSystem: "vfat"))
    func fat() async throws {
        try await expectOperations(onImageMadeBy: "mkfs.vfat")
    }

    private func expectOperations(onImageMadeBy program: String) async throws {
        let (image, path) = (fixture.folder.path + "/image", fixture.folder.path + "/photos")
        let script =
            "truncate -s 32M '\(image)' && \(program) '\(image)' >/dev/null && mount -o loop '\(image)' '\(path)'"
        try #require(system("PATH=/usr/sbin:/usr/bin:/sbin:/bin; \(script)") == 0)
        try await expectOperations(on: path)
    }

    @Test(
        "Files of a memory card that a program mounts are trashed in it", .requiresMounting,
        .requires(program: "fusefat"))
    func fuseFAT() async throws {
        let (image, path) = (fixture.folder.path + "/image", fixture.folder.path + "/photos")
        let script = "truncate -s 32M '\(image)' && mkfs.vfat '\(image)' && fusefat -o rw+ '\(image)' '\(path)'"
        try #require(system("PATH=/usr/sbin:/usr/bin:/sbin:/bin; (\(script)) >/dev/null 2>&1") == 0)
        try await expectOperations(on: path)
    }

    @Test("If the trash in the home folder can't be made, one in the top folder is used", .requiresMounting)
    func noHome() async throws {
        let disk = try SmallDisk(at: fixture.folder.path, bytes: 1 << 20)
        try fixture.folder.addFile("home/.local/share/Trash", contents: "a file")
        let operation = try #require(await fixture.trash(try fixture.photo("a.jpg")).operation)
        let top = ".Trash-\(geteuid())"
        #expect(fixture.names(top + "/files") == ["a.jpg"])
        #expect(fixture.recordedPath("a.jpg", in: top) == "photos/a.jpg")
        #expect(await fixture.mover.revert(operation).failures == [:])
        // Nor can that.
        system("rm -r '\(disk.path)/\(top)'")
        try fixture.folder.addFile(top)
        let photo = try fixture.photo("a.jpg")
        let home = fixture.folder.path + "/" + fixture.trash
        #expect(
            await fixture.trash(photo).failures
                == [photo.photo: .of("a.jpg", .noTrash(folder: home, reason: "Not a directory"))])
        #expect(fixture.text("photos/a.jpg") == "photo a.jpg" && fixture.text(fixture.trash) == "a file")
    }
}
