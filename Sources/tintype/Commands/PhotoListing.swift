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

/// The photos of a library that match a search, for commands without a screen.
struct PhotoListing: Sendable {
    /// A problem that ends the command with a message.
    struct Mistake: Error {
        let message: String
    }

    let opened: OpenedLibrary
    let index: PhotoIndex
    let loader: PictureLoader
    let workers: DecodingWorkers
    private let query: ListQuery
    private let limit: Int

    var library: any PhotoLibrary { opened.library }

    private static let pageSize = 5000
    /// The interval between checks of a list that loads in the background.
    private static let loadingInterval = Duration.milliseconds(50)

    /// Opens a library.
    ///
    /// - Parameters:
    ///   - api: the base URL of a service's API; nil for the default.
    ///   - limit: the maximum number of photos.
    /// - Throws: `Mistake` if the library can't answer the search, or why the library can't be opened.
    init(
        of library: String, _ configuration: Configuration, search: String, sort: ListOrder?, api: String?,
        limit: Int = .max
    ) throws {
        index = PhotoIndex()
        workers = DecodingWorkers()
        workers.prepare()
        loader = PictureLoader(decoding: VideoDecoding(workers), cacheBytes: 0)
        var opener = LibraryOpener(
            configuration: configuration, network: Network(cacheBytes: configuration.diskCacheBytes), api: api,
            environment: ProcessInfo.processInfo.environment,
            pictureIndex: PictureIndex(index, loader: loader, colors: TileColors(index)))
        opener.watchesFolders = false
        opened = try opener.open(LibraryAddress(library, in: configuration))
        query = try Self.query(search, sort: sort, in: opened.library)
        self.limit = limit
    }

    /// Returns the query of a search.
    private static func query(
        _ text: String, sort: ListOrder?, in library: any PhotoLibrary
    ) throws(Mistake) -> ListQuery {
        let capabilities = library.capabilities
        func query(marked: Set<Photo.ID>) -> ListQuery {
            ListQuery(
                text, in: capabilities, marked: marked, months: Catalog.current.language.monthNames,
                order: sort ?? .original)
        }
        let unmarked = query(marked: [])
        // A script's variable was probably empty; listing all photos would be wrong.
        if let field = SearchQuery.fieldWithoutValue(in: text) {
            throw Mistake(message: "\(text): \(UserFacingText.usage(of: field, in: capabilities))")
        }
        if let mistake = UserFacingText.mistake(in: unmarked.search, for: capabilities) {
            throw Mistake(message: "\(text): \(mistake)")
        }
        if let sort, !library.photoOrders(in: .feed).contains(sort) {
            throw Mistake(message: localized("photos here can't be sorted by \(sort.argument)"))
        }
        guard unmarked.search.asksForMarked else { return unmarked }
        do {
            let marked = try Blocking.wait { [address = library.address] in
                let database = FavoritesDatabase()
                let photos = try await MarksPort(database, ofLibraryAt: address).load()
                await database.close()
                return photos
            }
            return query(marked: Set(marked.map(\.id)))
        } catch {
            throw Mistake(message: UserFacingText.failure(error))
        }
    }

    /// Passes the photos to `use`, some at a time. Returns their number, and whether all folders could be read.
    func forEach(_ use: (ArraySlice<Photo>) async throws -> Void) async throws -> (count: Int, isComplete: Bool) {
        let progress = CommandProgress()
        await library.folders?.waitUntilRead { progress.show(localized("reading photos: \($0) of \($1)")) }
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
                    let photos = page.items.filter(isNamed).prefix(limit - count)
                    try await use(photos)
                    count += photos.count
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
}

/// The progress of a command, on a terminal and only if it takes long.
final class CommandProgress: Sendable {
    private let start = ContinuousClock.now
    private let isOnTerminal = isatty(STDERR_FILENO) == 1
    private let isShown = Atomic(false)

    private static let delay = Duration.seconds(1)

    func show(_ text: @autoclosure () -> String) {
        guard isOnTerminal, .now - start > Self.delay else { return }
        isShown.store(true, ordering: .relaxed)
        StandardError.write(status: text())
    }

    /// Removes the progress from the terminal.
    func clear() {
        if isShown.exchange(false, ordering: .relaxed) { StandardError.write(status: "") }
    }
}
