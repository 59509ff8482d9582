import Albums
import ArgumentParser
import FoundationEssentials
import Glibc
import Localization
import Screens
import Storage
import TerminalUI

/// Lists favorites, writes them for elsewhere, and reads them back.
struct FavoritesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorites", abstract: "List favorites, export them as JSON, or import such an export.",
        discussion: """
            Listed are title, author, library and photo, with tabs between. An import adds what is not there, all of it or \
            nothing, and changes no favorite that is there: tintype favorites --json | ssh host tintype favorites --import -
            """)

    @Flag(help: "Print all that is known of each as JSON, with thumbnails.")
    var json = false

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp("Add the favorites of an export; - reads it from standard input.", valueName: "file"))
    var source: String?

    @OptionGroup
    var language: LanguageOption

    func validate() throws {
        if json, source != nil { throw ValidationError("--json and --import exclude each other") }
    }

    func run() throws {
        language.choose(ConfigurationFile.ofPerson.readWithKeys().configuration)
        do {
            if let source {
                try importFavorites(from: source)
            } else if json {
                try StandardOutput.write(FavoritesExport.encode(wait { try await $0.allWithThumbnails() }))
            } else {
                for favorite in try wait({ try await $0.all() }) { print(favorite.line) }
            }
        } catch let failure as FavoritesExport.Failure {
            try fail("\(source ?? ""): \(failure.words)")
        } catch let failure as StandardOutput.Failure {
            try fail(failure.reason)
        } catch let failure as FavoritesFailure {
            try fail(localized("favorites are unchanged: \(Words.failure(failure))"))
        } catch let failure as PictureFailure {
            try fail("\(source ?? ""): \(Words.failure(failure))")
        }
    }

    private func importFavorites(from source: String) throws {
        let favorites = try FavoritesExport.decode(StandardInput.read(from: source, atMost: 1 << 30))
        let added = try wait { try await $0.add(favorites) }
        let known = favorites.count - added
        let imported = localized(added, one: "Imported \(added)", other: "Imported \(added)")
        print(
            known > 0
                ? imported
                    + localized(
                        known, one: ", \(known) was a favorite already", other: ", \(known) were favorites already")
                : imported)
    }

    /// Waits for the database, on the main thread: no command has anything else to do.
    private func wait<Value: Sendable>(
        _ question: @escaping @Sendable (FavoritesDatabase) async throws -> Value
    ) throws -> Value {
        try Blocking.wait { try await question(FavoritesDatabase()) }
    }

    private func fail(_ words: String) throws -> Never {
        StandardError.write(line: "tintype: \(VisibleText(words).string)")
        throw ExitCode.failure
    }
}

extension Favorite {
    /// Safe to print: control characters are visible, so there are no tabs but those between.
    fileprivate var line: String {
        [photo.title, photo.author ?? "", id.library, id.photo.rawValue]
            .map { VisibleText($0).string }.joined(separator: "\t")
    }
}

extension FavoritesExport.Failure {
    fileprivate var words: String {
        switch self {
        case .notAnExport: localized("not an export of favorites")
        case .laterVersion: localized("an export by a later version of Tintype")
        case .damaged(let place): localized("the export is damaged at \(place)")
        }
    }
}
