import Albums
import Foundation
import Glibc
import TestFixtures
import Testing

@testable import Storage

@Suite("Trash of other programs", .timeLimit(.minutes(60)))
struct OtherTrashProgramsTests {
    private let fixture: FileFixture

    init() throws {
        fixture = try FileFixture()
        // GIO looks at the device of the home folder.
        _ = try fixture.folder.makeFolder("home")
    }

    private static let names: [[UInt8]] = [Array("a b%.jpg".utf8), Array("ü & 'x'.jpg".utf8), [0xFF, 0x2E, 0x6A]]

    /// Trashes files with strange names.
    private func trash() async throws {
        for name in Self.names { try fixture.folder.addFile(Array("photos/".utf8) + name, contents: "photo") }
        let groups = Self.names.enumerated().map { index, name in
            FileGroup(photo: Photo.ID("\(index)"), files: [FileMove(source: fixture.path("photos").appending(name))])
        }
        #expect(await fixture.mover.perform(.trash, groups, in: "library").failures == [:])
        #expect(fixture.names("photos") == [])
    }

    /// Runs a command line of the shell and returns its output.
    private func run(_ script: String) async throws -> [UInt8] {
        let (process, output) = (Process(), fixture.folder.path + "/output")
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "cd '\(fixture.folder.path)/photos' && { \(script); } > '\(output)' 2>&1"]
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": fixture.folder.path + "/home", "LC_ALL": "C.UTF-8",
            "PYTHONIOENCODING": "utf-8:surrogateescape",
            "XDG_DATA_HOME": fixture.folder.path + "/home/.local/share",
        ]
        try process.run()
        try await waitUntil { !process.isRunning }
        return Array(FileManager.default.contents(atPath: output) ?? Data())
    }

    @Test("The information about trashed files is that of GIO", .requires(program: "gio"))
    func gio() async throws {
        func information() -> [[UInt8]: String] {
            Self.names.reduce(into: [:]) { result, name in
                let path = fixture.path(fixture.trash + "/info").appending(name + Array(".trashinfo".utf8))
                let file = path.withCPath { open($0, O_RDONLY | O_CLOEXEC) }
                defer { close(file) }
                let text = (try? SmallFile.contents(of: file, atMost: 1 << 16)).map {
                    String(decoding: $0.bytes, as: UTF8.self)
                }
                // All but the date.
                result[name] = text?.split(separator: "\n").filter { !$0.hasPrefix("DeletionDate=") }.joined(
                    separator: "\n")
            }
        }
        try await trash()
        let own = information()
        #expect(own.count == Self.names.count)
        for operation in await fixture.mover.recent(in: "library") { _ = await fixture.mover.revert(operation) }
        let output = try await run("gio trash *")
        #expect(fixture.names("photos") == [], "\(String(decoding: output, as: UTF8.self))")
        #expect(information() == own)
    }

    @Test("trash-cli lists and restores what Tintype has trashed", .requires(program: "trash-restore"))
    func trashCLI() async throws {
        try await trash()
        let listed = try await run("trash-list | grep -aF '\(fixture.folder.path)'")
        #expect(listed.split(separator: UInt8(ascii: "\n")).count == Self.names.count)
        let output = try await run("for i in 1 2 3; do echo 0 | trash-restore '\(fixture.folder.path)/photos'; done")
        #expect(fixture.names("photos").count == Self.names.count, "\(String(decoding: output, as: UTF8.self))")
        #expect(fixture.names(fixture.trash + "/files") == [] && fixture.names(fixture.trash + "/info") == [])
    }

    @Test("Photos that another program has trashed are not listed as Tintype's", .requires(program: "gio"))
    func foreign() async throws {
        _ = try fixture.photo("a.jpg")
        _ = try await run("gio trash a.jpg")
        #expect(fixture.names(fixture.trash + "/files") == ["a.jpg"])
        #expect(await fixture.mover.trashed() == [])
    }

    @Test("A photo is restored completely after another program has restored one of its files")
    func halfRestored() async throws {
        let operation = try #require(await fixture.trash(try fixture.photo("a.jpg", "a.xmp")).operation)
        let trash = fixture.folder.path + "/" + fixture.trash
        try #require(rename(trash + "/files/a.jpg", fixture.folder.path + "/photos/a.jpg") == 0)
        unlink(trash + "/info/a.jpg.trashinfo")
        #expect(await fixture.mover.trashed().map { $0.files.map(\.path) } == [[fixture.path("photos/a.xmp")]])
        #expect(await fixture.anotherRun.revert(operation).failures == [:])
        #expect(fixture.names("photos") == ["a.jpg", "a.xmp"] && fixture.names(fixture.trash + "/info") == [])
    }

    @Test("If undo fails, a photo that another program has restored stays restored")
    func halfRestoredAndFailed() async throws {
        let operation = try #require(await fixture.trash(try fixture.photo("a.jpg", "a.cr2", "a.xmp")).operation)
        let trash = fixture.folder.path + "/" + fixture.trash
        try #require(rename(trash + "/files/a.jpg", fixture.folder.path + "/photos/a.jpg") == 0)
        unlink(trash + "/info/a.jpg.trashinfo")
        try fixture.folder.addFile("photos/a.cr2", contents: "new")
        #expect(
            await fixture.anotherRun.revert(operation).failures == [Photo.ID("a.jpg"): .of("a.cr2", .nameTaken)])
        #expect(fixture.photos == ["a.jpg": "photo a.jpg", "a.cr2": "new"])
        #expect(fixture.names(fixture.trash + "/files") == ["a.cr2", "a.xmp"])
    }

    @Test("A photo is restored without a sidecar that another program has deleted from the trash")
    func deletedSidecar() async throws {
        let operation = try #require(await fixture.trash(try fixture.photo("a.jpg", "a.xmp")).operation)
        unlink(fixture.folder.path + "/" + fixture.trash + "/files/a.xmp")
        #expect(await fixture.anotherRun.revert(operation).failures == [:])
        #expect(fixture.names("photos") == ["a.jpg"])
    }
}
