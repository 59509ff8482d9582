import Albums
import ArgumentParser
import Basics
import FoundationEssentials
import Glibc
import Localization
import Screens
import Storage

/// Lists, restores or deletes the photos that Tintype has put in the trash.
struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash",
        abstract: "List, restore or delete photos that Tintype has moved to the trash.",
        discussion: """
            Lists the files that are still there, oldest first: date and former path, separated by a tab. The trash is that of \
            the desktop, so file managers show it, too; their files are left alone. Only the last 1,000 operations are known \
            here, and older photos stay in the trash. To restore what was trashed from a folder: \
            tintype trash -0 | grep -z ^/home/ada/Pictures/ | xargs -0 tintype trash --restore
            """)

    @Argument(
        help: "The former paths of photos to restore, with their sidecars; by default, the photos trashed last.",
        completion: .custom { _, _, _ in
            let photos = (try? Blocking.wait { await FileMover().trashed() }) ?? []
            return CompletionShell.escapingColons(
                in: photos.flatMap(\.files).map { String(decoding: $0.path, as: UTF8.self) })
        })
    var paths: [String] = []

    @Flag(name: .customShort("0"), help: "Print only the former paths, each followed by a NUL byte.")
    var zero = false

    @Flag(help: "Print each file as a JSON object on a line: path, trashPath, trashed and bytes.")
    var json = false

    @Flag(help: "Restore the photos at these paths, or those that were trashed last.")
    var restore = false

    @Flag(help: "Delete all of them for good, after a question on the terminal.")
    var empty = false

    @OptionGroup
    var language: LanguageOption

    func validate() throws {
        guard [json, zero, restore, empty].filter({ $0 }).count <= 1 else {
            throw ValidationError("-0, --json, --restore and --empty are mutually exclusive")
        }
        guard restore || paths.isEmpty else { throw ValidationError("paths need --restore") }
    }

    func run() throws {
        language.choose(ConfigurationFile.ofUser.readAndCheck().configuration)
        let mover = FileMover()
        if restore {
            try restore(with: mover)
        } else if empty {
            try empty(with: mover)
        } else {
            try list(Blocking.wait { await mover.trashed() })
        }
    }

    private func list(_ photos: [TrashedPhoto]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        for photo in photos {
            for file in photo.files {
                if json {
                    try StandardOutput.write(
                        json: encoder.encode(TrashRecord(file, of: photo)) + [UInt8(ascii: "\n")])
                } else if zero {
                    try StandardOutput.write(paths: [file.path], separator: 0)
                } else {
                    try StandardOutput.write(
                        columns: [
                            photo.localTime.replacing("T", with: " "), String(decoding: file.path, as: UTF8.self),
                        ])
                }
            }
        }
    }

    /// Restores the photos at the paths; if nothing was trashed there, restores none.
    private func restore(with mover: FileMover) throws {
        let photos = try recoverAndFind(with: mover)
        let chosen: [TrashedPhoto]
        if paths.isEmpty {
            chosen = photos.filter { $0.operation == photos.last?.operation }
            guard !chosen.isEmpty else { try fail(localized("the trash has no photos from Tintype")) }
        } else {
            chosen = try paths.map { name in
                let path = [UInt8](argument: name).absolutePath
                // Of several, the one that was trashed last.
                guard let photo = photos.last(where: { $0.files.contains { $0.path == path.inCanonicalFolder } })
                else { try fail(localized("Tintype has no record of trashing \(name)")) }
                return photo
            }
        }
        let unique = Array(Set(chosen))
        let (count, problems) = try Blocking.wait { await mover.restore(unique) }
        if count > 0 {
            try StandardOutput.write(
                lines: [
                    localized(
                        count, one: "Restored \(count) photo from the trash",
                        other: "Restored \(count) photos from the trash")
                ])
        }
        try report(problems)
    }

    private func empty(with mover: FileMover) throws {
        let photos = try recoverAndFind(with: mover)
        guard !photos.isEmpty else { try fail(localized("the trash has no photos from Tintype")) }
        guard isatty(STDIN_FILENO) == 1 else {
            try fail(localized("--empty asks before it deletes, so it needs a terminal"))
        }
        let size = UserFacingText.fileSize(
            photos.lazy.flatMap(\.files).map { Count($0.bytes) }.reduce(Count(0), +).value)
        StandardError.write(
            line: localized(
                photos.count, one: "\(photos.count) photo in the trash will be deleted for good (\(size)).",
                other: "\(photos.count) photos in the trash will be deleted for good (\(size))."))
        StandardError.write(line: localized("Press y and Enter to delete them, or Enter to keep them."))
        guard readLine()?.lowercased() == "y" else { return }
        let (count, problems) = try Blocking.wait { await mover.delete(photos) }
        if count > 0 {
            try StandardOutput.write(
                lines: [localized(count, one: "Deleted \(count) photo", other: "Deleted \(count) photos")])
        }
        try report(problems)
    }

    /// Completes what killed runs have left, and reports it, before it returns the photos in the trash.
    private func recoverAndFind(with mover: FileMover) throws -> [TrashedPhoto] {
        let (recovered, photos) = try Blocking.wait { (await mover.recover(), await mover.trashed()) }
        for operation in recovered {
            switch operation.notice {
            case .info(let text), .failure(let text): StandardError.write(line: text)
            }
        }
        return photos
    }

    private func report(_ problems: [FileProblem]) throws {
        for problem in problems {
            let name = String(decoding: problem.name, as: UTF8.self)
            StandardError.write(line: "tintype: \(name): \(UserFacingText.failure(problem.failure))")
        }
        if !problems.isEmpty { throw ExitCode.failure }
    }

    private func fail(_ message: String) throws -> Never {
        StandardError.write(line: "tintype: \(message)")
        throw ExitCode.failure
    }
}

/// A trashed file in JSON.
private struct TrashRecord: Encodable {
    let path: String
    let trashPath: String
    let trashed: String
    let bytes: Int

    init(_ file: TrashedPhoto.File, of photo: TrashedPhoto) {
        (path, trashPath) = (PhotoRecords.text(file.path), PhotoRecords.text(file.trashPath))
        trashed = photo.date.formatted(.iso8601)
        bytes = file.bytes
    }
}

extension [UInt8] {
    /// The path with the links in its folder resolved, but not the file if that is a link.
    fileprivate var inCanonicalFolder: [UInt8] {
        guard let slash = lastIndex(of: UInt8(ascii: "/")) else { return self }
        return CanonicalPath.resolve(Array(self[..<slash])) + self[slash...]
    }
}
