import Albums
import Foundation
import Glibc
import TestFixtures
import Testing

@testable import Storage

/// A folder with photos, a home with a trash, and a journal.
struct FileFixture {
    let folder: TemporaryFolder
    let mover: FileMover

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.makeFolder("photos")
        mover = Self.mover(in: folder)
    }

    /// A mover of another run.
    static func mover(in folder: TemporaryFolder, user: uid_t = geteuid()) -> FileMover {
        FileMover(
            journal: folder.path + "/state/files", homeTrash: folder.path + "/home/.local/share/Trash", user: user)
    }

    var anotherRun: FileMover { Self.mover(in: folder) }

    var trash: String { "home/.local/share/Trash" }

    func path(_ name: String) -> [UInt8] { Array("\(folder.path)/\(name)".utf8) }

    /// Creates files and returns them as the group of a photo.
    func photo(_ names: String..., contents: String = "photo") throws -> FileGroup {
        for name in names { try folder.addFile("photos/\(name)", contents: contents + " " + name) }
        return FileGroup(photo: Photo.ID(names[0]), files: names.map { FileMove(source: path("photos/\($0)")) })
    }

    /// Creates files, to be moved to a folder below the fixture's.
    func photo(_ names: [String], to target: String) throws -> FileGroup {
        for name in names { try folder.addFile("photos/\(name)", contents: "photo " + name) }
        return FileGroup(
            photo: Photo.ID(names[0]),
            files: names.map { FileMove(source: path("photos/\($0)"), target: path("\(target)/\($0)")) })
    }

    func trash(_ groups: FileGroup...) async -> FileOperationResult {
        await mover.perform(.trash, groups, in: "library")
    }

    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: "\(folder.path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    func names(_ name: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(name)")) ?? []).sorted()
    }

    func status(_ name: String) throws -> stat {
        var status = stat()
        try #require(lstat("\(folder.path)/\(name)", &status) == 0)
        return status
    }

    /// The contents of the photos, by name.
    var photos: [String: String] {
        names("photos").reduce(into: [:]) { $0[$1] = text("photos/\($1)") }
    }

    /// The decoded path in the information about a trashed file.
    func recordedPath(_ name: String, in trash: String? = nil) -> String? {
        let lines = text("\(trash ?? self.trash)/info/\(name).trashinfo")?.split(separator: "\n")
        return lines?.first { $0.hasPrefix("Path=") }?.dropFirst(5).removingPercentEncoding
    }
}

extension FileProblem {
    /// A problem with a file of this name.
    static func of(_ name: String, _ failure: FileFailure) -> FileProblem {
        FileProblem(name: Array(name.utf8), failure)
    }
}
