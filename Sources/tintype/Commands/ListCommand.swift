import Albums
import ArgumentParser
import Basics
import FoundationEssentials
import Glibc
import Libraries
import Localization
import Pictures
import Screens
import Storage
import Synchronization

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

    @Argument(
        help: "\(LibraryKind.all.map(\.example).joined(separator: ", ")) or a name from the configuration.",
        completion: .custom { _, _, _ in
            LibraryAddress.completions(in: ConfigurationFile.ofUser.read().configuration)
        })
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

    private static let noMatch = ExitCode(1)
    static let error = ExitCode(2)

    func run() throws {
        let configuration = ConfigurationFile.ofUser.readAndCheck().configuration
        language.choose(configuration)
        try SystemResources.check()
        let index = PhotoIndex()
        let workers = DecodingWorkers()
        workers.prepare()
        let loader = PictureLoader(decoding: VideoDecoding(workers), cacheBytes: 0)
        var opener = LibraryOpener(
            configuration: configuration, network: Network(cacheBytes: configuration.diskCacheBytes), api: api,
            environment: ProcessInfo.processInfo.environment,
            pictureIndex: PictureIndex(index, loader: loader, colors: TileColors(index)))
        opener.watchesFolders = false
        let opened = try opener.open(LibraryAddress(library, in: configuration))
        let listing = PhotoListing(
            opened: opened, query: try query(in: opened.library), limit: limit ?? .max,
            includesStacks: !pictures,
            records: json
                ? PhotoRecords(
                    library: opened.library, index: index, loader: loader, labelNames: LabelNames(configuration.labels))
                : nil,
            separator: UInt8(ascii: zero ? "\0" : "\n"))
        do {
            let (count, isComplete) = try Blocking.wait { try await listing.print() }
            if !isComplete { throw Self.error }
            if count == 0 { throw Self.noMatch }
        } catch let failure as LibraryFailure {
            try fail("\(library): \(UserFacingText.failure(failure))")
        } catch let photo as PhotoListing.Unlocated {
            try fail(UserFacingText.withoutLocation(photo.title, photo.reason))
        }
    }

    /// Returns the query of the arguments, or reports why the library can't answer it.
    private func query(in library: any PhotoLibrary) throws -> ListQuery {
        let text = search.joined(separator: " ")
        let fields = library.capabilities.searchFields
        func query(marked: Set<Photo.ID>) -> ListQuery {
            ListQuery(
                text, fields: fields, marked: marked, months: Catalog.current.language.monthNames,
                order: sort ?? .original)
        }
        let unmarked = query(marked: [])
        // A script's variable was probably empty; listing all photos would be wrong.
        if let field = SearchQuery.fieldWithoutValue(in: text) {
            try fail("\(text): \(UserFacingText.usage(of: field))")
        }
        if let mistake = UserFacingText.searchMistake(in: unmarked.search, fields: fields) {
            try fail("\(text): \(mistake)")
        }
        if let sort, !library.photoOrders(in: .feed).contains(sort) {
            try fail(localized("photos here can't be sorted by \(sort.argument)"))
        }
        if unmarked.search.asksForMarked {
            do {
                let marked = try Blocking.wait { [address = library.address] in
                    let database = FavoritesDatabase()
                    let photos = try await MarksPort(database, ofLibraryAt: address).load()
                    await database.close()
                    return photos
                }
                return query(marked: Set(marked.map(\.id)))
            } catch let failure as FavoritesFailure {
                try fail(UserFacingText.failure(failure))
            }
        }
        return unmarked
    }

    private func fail(_ message: String) throws -> Never {
        StandardError.write(line: "tintype: \(message)")
        throw Self.error
    }
}

/// Prints the photos of a library that match a query.
private struct PhotoListing: Sendable {
    /// A photo without a path or link.
    struct Unlocated: Error {
        let title: String
        let reason: any Error
    }

    let opened: OpenedLibrary
    let query: ListQuery
    let limit: Int
    /// Whether to print all files of each photo, with their sidecars.
    let includesStacks: Bool
    /// Nil to print paths.
    let records: PhotoRecords?
    let separator: UInt8

    private var library: any PhotoLibrary { opened.library }

    private static let pageSize = 5000
    /// The pause between looks at a list that a library loads in the background.
    private static let loadingInterval = Duration.milliseconds(50)

    /// Returns the number of photos, and whether all folders could be read.
    func print() async throws -> (count: Int, isComplete: Bool) {
        let progress = ReadingProgress()
        await library.folders?.waitUntilRead(progress.show)
        progress.clear()
        if query.search.asksForDuplicates {
            while try await !library.photos(in: .feed, matching: query, in: 0..<0).isComplete {
                try await Task.sleep(for: Self.loadingInterval)
            }
        }
        let isComplete = library.folders == nil ? true : await reportUnreadableFolders()
        var (first, count) = (0, 0)
        var loaded = 0
        while true {
            // Services load their lists page by page.
            let next = try await library.photos(
                in: .feed, matching: ListQuery(order: query.order), in: loaded..<loaded + 1)
            if next.isComplete || query.order == .original {
                while count < limit {
                    let size = opened.photo == nil ? min(Self.pageSize, limit - count) : Self.pageSize
                    let page = try await library.photos(in: .feed, matching: query, in: first..<first + size)
                    guard !page.items.isEmpty else { break }
                    first += page.items.count
                    count += try await print(page.items.filter(isNamed).prefix(limit - count))
                }
            }
            if next.isComplete || count >= limit { return (count, isComplete) }
            if let failure = next.failure { throw failure }
            if next.available == loaded { try await Task.sleep(for: Self.loadingInterval) }
            loaded = next.available
        }
    }

    /// Whether the photo is the one that was opened, or none was.
    private func isNamed(_ photo: Photo) -> Bool {
        guard let named = opened.photo?.id else { return true }
        return photo.id == named || photo.stack.contains { $0.id == named }
    }

    private func reportUnreadableFolders() async -> Bool {
        var isComplete = true
        for await event in library.events() {
            if event == .completed { break }
            guard case .unreadableFolder(let path) = event else { continue }
            StandardError.write(line: "tintype: \(path): \(localized("can't read this folder"))")
            isComplete = false
        }
        return isComplete
    }

    /// Returns the number of photos.
    private func print(_ photos: some Collection<Photo> & Sendable) async throws -> Int {
        var output = (paths: [[UInt8]](), json: [UInt8]())
        func write() throws {
            try StandardOutput.write(paths: output.paths, separator: separator)
            try StandardOutput.write(json: output.json)
        }
        for photo in photos {
            let located = await SharedPhotos([photo], includesStacks: includesStacks).located(in: library) { path in
                await library.folders?.sidecars(ofFileAt: path) ?? SidecarPath.existing(besides: path)
            }
            if let records {
                output.json += try await records.line(for: photo, at: located.locations.map(\.location))
            } else if let missing = located.missing.first {
                try write()
                throw Unlocated(title: missing.photo.title, reason: missing.reason)
            } else {
                output.paths += located.locations.map(\.location.bytes)
            }
        }
        try write()
        return photos.count
    }
}

/// The progress of reading a library, on a terminal and only if it takes long.
private final class ReadingProgress: Sendable {
    private let start = ContinuousClock.now
    private let isOnTerminal = isatty(STDERR_FILENO) == 1
    private let isShown = Atomic(false)

    private static let delay = Duration.seconds(1)

    func show(_ read: Int, of found: Int) {
        guard isOnTerminal, .now - start > Self.delay else { return }
        isShown.store(true, ordering: .relaxed)
        StandardError.write(status: localized("reading photos: \(read) of \(found)"))
    }

    /// Removes the progress from the terminal.
    func clear() {
        if isShown.exchange(false, ordering: .relaxed) { StandardError.write(status: "") }
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
