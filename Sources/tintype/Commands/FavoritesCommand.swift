import Albums
import Basics
import ArgumentParser
import FoundationEssentials
import Glibc
import Localization
import Screens
import Storage
import TerminalUI

/// Lists, exports, imports, removes and repairs favorites.
struct FavoritesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorites",
        abstract: "List, remove, export or import favorites.",
        discussion: """
            Lists title, author, library and photo (a path or an ID), separated by tabs. Fails if some favorites are \
            damaged or missing, after listing the others. For scripts: \
            tintype favorites -0 | xargs -0 cp -t DIR. An import adds all new favorites, or none if there is an error, \
            and leaves existing ones unchanged: tintype favorites --json | ssh host tintype favorites --import -
            """)

    @Flag(name: .customShort("0"), help: "Print the paths of favorites that are files, each followed by a NUL byte.")
    var zero = false

    @Flag(help: "Export as JSON, with thumbnails.")
    var json = false

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp("Add the favorites of a JSON export; - reads it from standard input.", valueName: "file"))
    var source: String?

    @Option(
        name: .customLong("remove"),
        help: ArgumentHelp("Remove a favorite by its listed path or ID; may be repeated.", valueName: "photo"))
    var removed: [String] = []

    @Flag(help: "Back up the database, then recover all favorites that are readable, there or in its copies.")
    var repair = false

    @OptionGroup
    var language: LanguageOption

    func validate() throws {
        guard [json, zero, repair, source != nil, !removed.isEmpty].filter({ $0 }).count <= 1 else {
            throw ValidationError("-0, --json, --import, --remove and --repair are mutually exclusive")
        }
    }

    func run() throws {
        language.choose(ConfigurationFile.ofUser.readAndCheck().configuration)
        do {
            if let source {
                try importFavorites(from: source)
            } else if !removed.isEmpty {
                try remove()
            } else if repair {
                try repairDatabase()
            } else {
                try list()
            }
        } catch let failure as FavoritesExport.Failure {
            try fail("\(source ?? ""): \(failure.message)")
        } catch let failure as FavoritesFailure {
            try fail(localized("favorites are unchanged: \(UserFacingText.failure(failure))"))
        } catch let failure as PictureFailure {
            try fail("\(source ?? ""): \(UserFacingText.failure(failure))")
        }
    }

    /// Prints all readable favorites; fails if some are damaged or missing.
    private func list() throws {
        let (favorites, damage) = try wait { [json] database in
            (try await json ? database.allWithThumbnails() : database.all(), try await database.check())
        }
        if json {
            try StandardOutput.write(json: FavoritesExport.encode(favorites))
        } else if zero {
            try StandardOutput.write(paths: favorites.compactMap(\.id.file), separator: 0)
        } else {
            for favorite in favorites { try StandardOutput.write(columns: favorite.columns) }
        }
        if let message = damage?.message { try fail(message) }
    }

    private func importFavorites(from source: String) throws {
        let favorites = try FavoritesExport.decode(StandardInput.read(from: source, atMost: 1 << 30))
            .map(\.withCanonicalFile)
        let added = try wait { try await $0.add(favorites) }
        let existing = favorites.count - added
        try StandardOutput.write(
            lines: [
                existing > 0
                    ? localized("Imported \(added); \(existing) already in favorites")
                    : localized(added, one: "Imported \(added)", other: "Imported \(added)")
            ])
    }

    /// Removes all named favorites; if any name is unknown or ambiguous, removes none.
    private func remove() throws {
        let favorites = try wait { try await $0.all() }
        let ids = try removed.flatMap { name in
            let file = Favorite.ID(file: CanonicalPath.resolve([UInt8](argument: name).absolutePath))
            let found = favorites.filter {
                $0.id == file || $0.id.file == nil && $0.photo.id.rawValue == name
            }
            guard !found.isEmpty else { try fail(localized("\(name) is not a favorite")) }
            guard found.count == 1 else {
                try fail(localized("\(name) is a favorite in several libraries; remove it in Tintype"))
            }
            return found.map(\.id)
        }
        try wait { try await $0.remove(ids) }
        try StandardOutput.write(
            lines: [localized(ids.count, one: "Removed \(ids.count)", other: "Removed \(ids.count)")])
    }

    private func repairDatabase() throws {
        guard let repair = try FavoritesRepair() else {
            return try StandardOutput.write(lines: [localized("No damage found")])
        }
        let lost = repair.lost.map(String.init) ?? "?"
        try StandardOutput.write(
            lines: [
                localized(
                    "\(repair.kept) kept (\(repair.repaired) repaired), \(lost) lost; backup: \(repair.backup)")
            ])
        if repair.lost != 0, repair.restored > 0 {
            try StandardOutput.write(
                lines: [
                    localized(
                        repair.restored,
                        one: "\(repair.restored) is from an earlier state; you may have removed it since",
                        other: "\(repair.restored) are from an earlier state; you may have removed some since")
                ])
        }
        if repair.lost == nil { try StandardOutput.write(lines: [localized("More may be lost")]) }
        if !repair.isLossless { throw ExitCode.failure }
    }

    /// Blocks the main thread until the database call is done; a command has no other work.
    private func wait<Value: Sendable>(
        _ operation: @escaping @Sendable (FavoritesDatabase) async throws -> Value
    ) throws -> Value {
        let database = FavoritesDatabase()
        return try Blocking.wait {
            let value = try await operation(database)
            await database.close()
            return value
        }
    }

    private func fail(_ message: String) throws -> Never {
        StandardError.write(line: "tintype: \(message)")
        throw ExitCode.failure
    }
}

extension Favorite {
    fileprivate var columns: [String] {
        [
            photo.title, photo.author ?? "", library,
            id.file.map { String(decoding: $0, as: UTF8.self) } ?? id.photo.rawValue,
        ]
    }
}

extension FavoritesExport.Failure {
    fileprivate var message: String {
        switch self {
        case .notAnExport: localized("not a favorites export")
        case .laterVersion: localized("exported by a newer version of Tintype")
        case .damaged(let keyPath): localized("the export is damaged at \(keyPath)")
        }
    }
}
