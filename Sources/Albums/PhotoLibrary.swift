import FoundationEssentials

/// Where albums come from: a folder, a service, the built-in demo.
///
/// Lists are asked for by range and never handed out whole, because an album can hold 100,000 photos.
public protocol PhotoLibrary: Sendable {
    /// What a person types to open this library again, such as `demo:` or `/home/ada/Pictures`.
    var address: String { get }

    /// Whether it has a search of its own, `PhotoList.answers`.
    var answersSearches: Bool { get }

    /// What the dates of its photos are, by which its feed is sorted.
    var dateKind: Photo.DateKind { get }

    /// Everyone who has albums here; at least one, which is `.unknown` alone while a library cannot tell who there is.
    /// - Throws: `LibraryFailure`, as all questions do.
    func owners() async throws -> [Owner]

    /// The albums of an owner, or of everyone owner by owner, whose title or owner's name matches.
    func albums(of owner: Owner.ID?, matching search: SearchQuery, in range: Range<Int>) async throws -> Page<Album>

    /// Where an album stands among those that match, nil when it is not one of them or has not been found yet.
    func index(of album: Album.ID, of owner: Owner.ID?, matching search: SearchQuery) async throws -> Int?

    /// An album with the cover and count that its list may leave out, because each costs a question of its own.
    func details(of album: Album) async throws -> Album

    /// The photos of a list that match, in the order they are shown in.
    ///
    /// A list that comes page by page answers with what it knows of the range, and waits only where that is nothing; the
    /// rest is read behind, and told of by `.changed`.
    func photos(in list: PhotoList, matching search: SearchQuery, in range: Range<Int>) async throws -> Page<Photo>

    /// Where a photo stands among those that match, nil when it is not one of them or has not been found yet.
    func index(of photo: Photo.ID, in list: PhotoList, matching search: SearchQuery) async throws -> Int?

    /// What its service tells of how a photo was taken; empty where lists tell all.
    func details(of photo: Photo) async throws -> PhotoDetails

    /// What the photo's pixels are made from.
    func picture(of photo: Photo) async throws -> PictureSource

    /// Reads again what may have been changed by others since; the lists stay as they were until that is done.
    /// A service is asked anew for what failed, hangs or was shown.
    /// - Returns: whether there is anything to read.
    func refresh() async -> Bool

    /// How many albums and photos there are so far.
    func totals() async throws -> LibraryTotals

    /// The dates of the oldest and the newest photo so far, nil where a library has none at hand.
    func photoDates() async throws -> ClosedRange<Date>?

    /// News of the library: what could not be read or shown so far, then what happens from now on.
    ///
    /// Ends with `.completed`, which is told even to those who ask after it; services never know everything and do not end.
    /// `.changed` comes ten times a second at most.
    func events() -> AsyncStream<LibraryEvent>
}

extension PhotoLibrary {
    public var answersSearches: Bool { false }

    public var dateKind: Photo.DateKind { .taken }

    public func refresh() async -> Bool { false }

    public func details(of album: Album) async throws -> Album {
        album
    }

    public func details(of photo: Photo) async throws -> PhotoDetails {
        PhotoDetails()
    }

    public func photoDates() async throws -> ClosedRange<Date>? {
        nil
    }

    public func index(
        of album: Album.ID, of owner: Owner.ID?, matching search: SearchQuery
    ) async throws -> Int? {
        let step = 500
        var start = 0
        while true {
            let page = try await albums(of: owner, matching: search, in: start..<start + step)
            if let offset = page.items.firstIndex(where: { $0.id == album }) { return start + offset }
            if page.items.count < step { return nil }
            start += step
        }
    }
}

/// How much a library holds, as far as it is known.
public struct LibraryTotals: Hashable, Sendable {
    public let albums: Int
    public let photos: Int
    /// Whether nothing more is being looked for.
    public let isComplete: Bool
    /// The files among them that are not listed.
    public let unshown: UnshownFiles

    public init(albums: Int, photos: Int, isComplete: Bool, unshown: UnshownFiles = UnshownFiles()) {
        self.albums = albums
        self.photos = photos
        self.isComplete = isComplete
        self.unshown = unshown
    }
}

/// How many files of a library are photos or videos in formats that are not decoded.
public struct UnshownFiles: Hashable, Sendable {
    /// What cameras store before it is developed.
    public var raw: Int
    public var videos: Int

    public init(raw: Int = 0, videos: Int = 0) {
        self.raw = raw
        self.videos = videos
    }

    public var count: Int { raw + videos }

    public static func += (left: inout UnshownFiles, right: UnshownFiles) {
        left.raw += right.raw
        left.videos += right.videos
    }
}

/// News of a library that is still being read.
public enum LibraryEvent: Hashable, Sendable {
    /// Albums or photos were added, removed or counted: ask again for what is shown.
    case changed
    /// A folder could not be read; the rest of the library can.
    case unreadableFolder(path: String)
    /// A question failed that others can be answered without, such as who the owners are.
    case partlyFailed(LibraryFailure)
    /// Some files cannot be shown; told once, when all are counted.
    case unshownFiles(UnshownFiles)
    /// Everything has been found.
    case completed
}
