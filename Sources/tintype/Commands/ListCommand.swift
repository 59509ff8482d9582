import Albums
import ArgumentParser
import Basics
import FoundationEssentials
import Libraries
import Localization
import Screens
import Storage

/// Prints the photos of a library that match a search: the search line for scripts.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the paths of the photos that match a search.",
        discussion: """
            Searches like the search line of all photos, such as tintype list ~/Pictures 'rating:>=4 camera:nikon', and \
            prints one path per line, first those of the newest photos if the library has dates. Of a picture with a RAW \
            file or video of the same name, it prints all files, then their sidecars, as tintype pick does. A photo of a \
            service has a link instead of a path; all its photos are requested, unless --limit ends that sooner. Write -- \
            before a search that starts with a minus: tintype list ~/Pictures -- -is:rejected. The files are compared with \
            the index of photos first, and those that are new or have changed are read. The exit status is that of grep: 0 if photos match, 1 if none do, and 2 \
            after an error, such as a search for rating:9.
            """)

    @Argument(help: .library, completion: .library)
    var library: String

    @Argument(
        help: "The search; all photos by default.",
        completion: .custom { _, _, _ in CompletionShell.escapingColons(in: SearchField.allCases.map(\.typed)) })
    var search: [String] = []

    @Flag(name: .customShort("0"), help: "Separate paths by NUL bytes instead of lines.")
    var zero = false

    @Flag(help: "Print one picture or video of each photo: no sidecars, and no RAW file beside a JPEG.")
    var pictures = false

    @Flag(help: "Print each photo as a JSON object on a line, with all details; the manual lists its properties.")
    var json = false

    @Option(help: ArgumentHelp("The order of the photos; by default, that of all photos.", valueName: "order"))
    var sort: ListOrder?

    @Option(help: ArgumentHelp("The maximum number of photos.", valueName: "count"))
    var limit: Int?

    @Option(help: ArgumentHelp("The base URL of the service's API, such as that of a proxy.", valueName: "url"))
    var api: String?

    @OptionGroup
    var language: LanguageOption

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
        if json, zero { throw ValidationError("-0 and --json are mutually exclusive") }
    }

    // The exit statuses of grep; if photos match, it is 0.

    static let noMatch = ExitCode(1)
    static let error = ExitCode(2)

    func run() throws {
        let configuration = ConfigurationFile.ofUser.readAndCheck().configuration
        language.choose(configuration)
        try SystemResources.check()
        do {
            let listing = try PhotoListing(
                of: library, configuration, search: search.joined(separator: " "), sort: sort, api: api,
                limit: limit ?? .max)
            let records =
                json
                ? PhotoRecords(
                    library: listing.library, index: listing.index, loader: listing.loader,
                    labelNames: LabelNames(configuration.labels))
                : nil
            let (count, isComplete) = try Blocking.wait { [self] in
                try await listing.forEach { try await print($0, of: listing.library, records) }
            }
            if !isComplete { throw Self.error }
            if count == 0 { throw Self.noMatch }
        } catch let failure as LibraryFailure {
            try Self.fail("\(library): \(UserFacingText.failure(failure))")
        } catch let mistake as PhotoListing.Mistake {
            try Self.fail(mistake.message)
        }
    }

    static func fail(_ message: String) throws -> Never {
        StandardError.write(line: "tintype: \(message)")
        throw error
    }

    /// - Parameter records: nil to print paths.
    private func print(
        _ photos: some Collection<Photo> & Sendable, of library: any PhotoLibrary, _ records: PhotoRecords?
    ) async throws {
        var output = (paths: [[UInt8]](), json: [UInt8]())
        func write() throws {
            try StandardOutput.write(paths: output.paths, separator: UInt8(ascii: zero ? "\0" : "\n"))
            try StandardOutput.write(json: output.json)
        }
        for photo in photos {
            let located = await SharedPhotos([photo], includesStacks: !pictures).located(in: library) { path in
                await library.folders?.sidecars(ofFileAt: path) ?? SidecarPath.existing(besides: path)
            }
            if let records {
                output.json += try await records.line(for: photo, at: located.locations.map(\.location))
            } else if let missing = located.missing.first {
                try write()
                throw PhotoListing.Mistake(
                    message: UserFacingText.withoutLocation(missing.photo.title, missing.reason))
            } else {
                output.paths += located.locations.map(\.location.bytes)
            }
        }
        try write()
    }
}

extension ListOrder: ExpressibleByArgument {
    /// The name in lower case, such as `newest-first`.
    var argument: String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
    }

    public init?(argument: String) {
        guard let order = Self.ofPhotos.first(where: { $0.argument == argument }) else { return nil }
        self = order
    }

    public static var allValueStrings: [String] { ofPhotos.map(\.argument) }

    /// Empty, because the names explain themselves.
    public static var allValueDescriptions: [String: String] { [:] }

    private static var ofPhotos: [ListOrder] { allCases.filter { $0 != .photoCount && $0 != .original } }
}
