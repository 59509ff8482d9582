import Basics
import FoundationEssentials

/// A source of albums: a folder, a service, or the built-in demo.
///
/// Lists are read by range and never returned whole, because an album can hold 100,000 photos.
public protocol PhotoLibrary: Sendable {
    /// The command-line argument that opens this library, such as `demo:` or `/home/ada/Pictures`.
    var address: String { get }

    /// What the library offers; may depend on what it has learned from its service so far.
    var capabilities: Capabilities { get }

    /// What a library of folders and files offers besides; nil for any other.
    var folders: (any FolderFeatures)? { get }

    /// Returns the orders that `photos` supports for a list; the original order in place of any other.
    func photoOrders(in list: PhotoList) -> Set<ListOrder>

    /// Returns all owners of albums. Never empty: `.unknown` alone while the owners are unknown.
    /// - Throws: `LibraryFailure`, as every method here does.
    func owners() async throws -> [Owner]

    /// Returns the matching albums of a list, in the order of the query. An album matches by its title or its owner's name.
    ///
    /// A search or sort of a paged list covers the loaded pages, and loads the remainder in the background.
    func albums(in list: AlbumList, matching query: ListQuery, in range: Range<Int>) async throws -> Page<Album>

    /// Returns the album's index among the matching albums; nil if it does not match or has not been found yet.
    func index(of album: Album.ID, in list: AlbumList, matching query: ListQuery) async throws -> Int?

    /// Returns the album with its cover and photo count. Lists may omit these, because each costs one request.
    func details(of album: Album) async throws -> Album

    /// Returns the matching photos of a list, in the order of the query.
    ///
    /// A paged list returns the loaded part of the range, and waits only if none of it has loaded. The remainder loads
    /// in the background, followed by `.changed`.
    func photos(in list: PhotoList, matching query: ListQuery, in range: Range<Int>) async throws -> Page<Photo>

    /// Returns the index of the photo, or of the one that stands for its burst, among the matching photos; nil if it
    /// does not match or has not been found yet.
    func index(of photo: Photo.ID, in list: PhotoList, matching query: ListQuery) async throws -> Int?

    /// Returns what became of a photo that a list no longer has.
    func fate(of photo: Photo.ID) async -> PhotoFate

    /// Returns the months of the matching photos in the order of the query; nil if that is not by date, or the library
    /// does not know the dates of photos that it has not loaded.
    func months(of list: PhotoList, matching query: ListQuery) async throws -> [MonthSection]?

    /// Returns the bursts among the matching photos, in the order of a query that folds them.
    func bursts(in list: PhotoList, matching query: ListQuery) async throws -> [ListedBurst]

    /// Returns the known values of a field in the matching photos, with their counts. Empty if the library doesn't have
    /// the field.
    func values(of field: SearchField, in list: PhotoList, matching query: ListQuery) async throws -> [SearchValue]

    /// Returns the known aspect ratios, width divided by height, of matching photos of a range; nil for the others.
    /// Neither reads files nor sends requests. The result may be shorter than the range. A list of 100,000 takes
    /// milliseconds.
    func aspects(of list: PhotoList, matching query: ListQuery, in range: Range<Int>) async throws -> [Double?]

    /// Returns the metadata that the service provides for one photo; empty if its lists already contain everything.
    func details(of photo: Photo) async throws -> PhotoDetails

    /// Has the service create a public link to photos. Requires `Capabilities.createsPublicLinks`.
    func createPublicLink(to photos: [Photo.ID]) async throws -> String

    /// The interface for changing photos; nil if the library can't change any.
    var editing: (any PhotoEditing)? { get }

    /// Returns whether another file is now where the photo's was when it was listed. The library then reads the folder
    /// again, so that the next key is about the new file.
    func isReplaced(_ photo: Photo) async -> Bool

    /// Returns the source of the photo's pixels.
    func picture(of photo: Photo) async throws -> PictureSource

    /// Reloads data that may have changed since; the old lists stay in use until then.
    /// A service retries requests that failed or hang, and reloads the lists on screen.
    /// - Returns: whether the library can reload at all.
    func refresh() async -> Bool

    /// Returns the number of albums and photos found so far.
    func totals() async throws -> LibraryTotals

    /// Returns the dates of the oldest and the newest photo found so far, nil if the library does not know them.
    func photoDates() async throws -> ClosedRange<Date>?

    /// Returns a stream of events: first the problems found so far, then live events.
    ///
    /// `.completed`, which late subscribers receive too, ends the stream of a library that doesn't change afterwards.
    /// Streams of services never end, because a service never knows everything. `.changed` is sent at most ten times a
    /// second.
    func events() -> AsyncStream<LibraryEvent>
}

extension PhotoLibrary {
    public var capabilities: Capabilities { Capabilities() }

    public var folders: (any FolderFeatures)? { nil }

    public func photoOrders(in list: PhotoList) -> Set<ListOrder> { capabilities.photoOrders }

    public var editing: (any PhotoEditing)? { nil }

    /// Whether the library makes changes of a kind.
    public func canEdit(_ kind: PhotoEdit.Kind) -> Bool { editing?.kinds.contains(kind) == true }

    public func createPublicLink(to photos: [Photo.ID]) async throws -> String { throw LibraryFailure.noSuchList }

    /// Returns the photos for which one stands, oldest first: those of its burst, or the photo itself.
    public func burst(of photo: Photo) async -> [Photo] {
        guard !photo.burst.isEmpty else { return [photo] }
        let page = try? await photos(in: .burst(photo.burst), matching: .everything, in: 0..<photo.burst.count)
        return page?.items ?? [photo]
    }

    /// Returns whether a photo may have an original, as far as is known without asking for it.
    public func mayHaveOriginal(of photo: Photo) -> Bool {
        capabilities.hasOriginals || photo.file != nil || photo.link != nil
    }

    /// Returns whether queries of a list can fold bursts.
    public func foldsBursts(in list: PhotoList) -> Bool {
        switch list {
        case .album, .folder, .feed: capabilities.foldsBursts
        case .favorites, .burst, .searchResults: false
        }
    }

    public func fate(of photo: Photo.ID) async -> PhotoFate { .kept }

    public func isReplaced(_ photo: Photo) async -> Bool { false }

    public func refresh() async -> Bool { false }

    public func aspects(
        of list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws -> [Double?] {
        []
    }

    public func values(
        of field: SearchField, in list: PhotoList, matching query: ListQuery
    ) async throws -> [SearchValue] {
        guard capabilities.searchFields.contains(field) else { return [] }
        // A paged list returns its loaded part.
        let photos = try await photos(in: list, matching: query, in: 0..<Self.maxCounted).items
        return SearchValue.counting(
            photos.lazy.map { photo in
                switch field {
                case .tag: photo.tags
                case .author: photo.author.map { [$0] } ?? []
                case .rating, .label, .kind:
                    (editing.map { $0.assessment(of: photo.id) ?? Assessment() }?.values(of: field) ?? [])
                        + (field == .kind && editing?.isFavorite(photo.id) == true ? [SearchValue.favorite] : [])
                default: field.values(of: photo.date)
                }
            }, of: field)
    }

    private static var maxCounted: Int { 10_000 }

    public func details(of album: Album) async throws -> Album {
        album
    }

    public func details(of photo: Photo) async throws -> PhotoDetails {
        PhotoDetails()
    }

    public func photoDates() async throws -> ClosedRange<Date>? {
        nil
    }

    public func months(of list: PhotoList, matching query: ListQuery) async throws -> [MonthSection]? {
        nil
    }

    public func bursts(in list: PhotoList, matching query: ListQuery) async throws -> [ListedBurst] {
        []
    }

    public func index(
        of album: Album.ID, in list: AlbumList, matching query: ListQuery
    ) async throws -> Int? {
        let step = 500
        var start = 0
        while true {
            let page = try await albums(in: list, matching: query, in: start..<start + step)
            if let offset = page.items.firstIndex(where: { $0.id == album }) { return start + offset }
            if page.items.count < step { return nil }
            start += step
        }
    }
}

/// Whether a library still has a photo.
public enum PhotoFate: Hashable, Sendable {
    /// The library has the photo, or doesn't know otherwise.
    case kept
    /// The photo's file was moved or renamed, and is a photo of the library under another ID.
    case moved(to: Photo.ID)
    /// The user is moving its file away, which may still fail.
    case leaving
    /// The library no longer has the photo.
    case gone
}

/// The number of albums and photos found so far.
public struct LibraryTotals: Hashable, Sendable {
    public let albums: Int
    public let photos: Int
    /// Whether the search for albums and photos has finished.
    public let isComplete: Bool

    public init(albums: Int, photos: Int, isComplete: Bool) {
        self.albums = albums
        self.photos = photos
        self.isComplete = isComplete
    }
}

/// An event of a library that is still loading.
public enum LibraryEvent: Hashable, Sendable {
    /// Albums or photos were added, removed or counted: reload the visible ranges.
    case changed
    /// A folder could not be read; the rest of the library can.
    case unreadableFolder(path: String)
    /// The open folder is gone, for example because its memory card was removed. The library keeps the photos found so
    /// far.
    case folderGone(path: String)
    /// The folder is there again, and has been read.
    case folderReturned(path: String)
    /// Another folder has taken the path of the open one, and has been read.
    case folderReplaced(path: String)
    /// A list couldn't be loaded completely.
    case partlyFailed(LibraryFailure)
    /// The owners couldn't be loaded; the albums can.
    case ownersFailed(LibraryFailure)
    /// Photos were changed for the first time; the changes are lost when the run ends.
    case changesAreTemporary
    /// The library has been read completely.
    case completed
}

/// Another photo with an identical file.
public struct IdenticalFile: Hashable, Sendable {
    /// The path in the library; bytes that aren't UTF-8 are replaced.
    public let path: String
    /// Whether it is the same file under another name: a link.
    public let isLink: Bool

    public init(path: String, isLink: Bool = false) {
        self.path = path
        self.isLink = isLink
    }
}
