import Albums
import Basics
import CFileShims
import FoundationEssentials
import Glibc
import Synchronization

/// The feeds in use: one of all photos, and one of the last opened folder with its subfolders.
final class FolderFeeds: Sendable {
    private let all = FolderFeed()
    private let folder = Mutex<(path: BytePath, feed: FolderFeed)?>(nil)

    /// Returns the path of the folder that a list shows with all its subfolders, empty for the library's own folder;
    /// nil for other lists.
    static func folder(of list: PhotoList) -> BytePath? {
        switch list {
        case .feed: []
        case .folder(let id): FolderLibrary.path(of: id)
        case .album, .burst, .favorites, .searchResults: nil
        }
    }

    /// Returns the photos of those albums that are in a folder or below it. Blocks like `FolderFeed.list(of:)`.
    func list(of path: BytePath, in albums: [FolderAlbum]) -> SearchableList<FolderFeedPhoto> {
        guard !path.isEmpty else { return all.list(of: albums) }
        let feed = folder.withLock { folder in
            if let folder, folder.path == path { return folder.feed }
            let feed = FolderFeed()
            folder = (path, feed)
            return feed
        }
        let below = path + [UInt8(ascii: "/")]
        return feed.list(of: albums.filter { $0.path == path || $0.path.starts(with: below) })
    }

    /// Returns a list as last built, without any file access; nil for a list that hasn't been built.
    func knownList(of list: PhotoList) -> SearchableList<FolderFeedPhoto>? {
        guard let path = Self.folder(of: list) else { return nil }
        if path.isEmpty { return all.knownList }
        return folder.withLock { $0?.path == path ? $0?.feed.knownList : nil }
    }

    /// Builds the lists that other feeds have built, so that `knownList(of:)` returns them.
    func rebuild(like other: FolderFeeds, of albums: [FolderAlbum]) {
        if !other.all.knownList.elements.isEmpty { _ = all.list(of: albums) }
        if let path = other.folder.withLock({ $0?.path }) { _ = list(of: path, in: albums) }
    }

    func dates(of albums: [FolderAlbum]) -> ClosedRange<Date>? { all.dates(of: albums) }

    /// Discards orders and searches by the user's assessments, after these have changed.
    func forgetResults() {
        for feed in feeds { feed.knownList.forgetResults() }
    }

    /// Sorts the lists again after metadata has changed.
    func update() {
        for feed in feeds { feed.update() }
    }

    private var feeds: [FolderFeed] { [all] + folder.withLock { $0.map { [$0.feed] } ?? [] } }
}

/// The photos of several albums, newest first.
///
/// Each file's time is read once, on the first access to the feed after the scan has found the file.
final class FolderFeed: Sendable {
    private let state = Mutex(State())

    private struct State {
        /// The paths of `albums`.
        var paths: Set<BytePath> = []
        /// The albums already included in the list.
        var albums: [FolderAlbum] = []
        var list = FolderFeed.searchableList([], of: [])
    }

    /// The feed as last built, without any file access.
    var knownList: SearchableList<FolderFeedPhoto> { state.withLock { $0.list } }

    /// Returns the feed of these albums. Blocks to read the modification times of new files.
    func list(of albums: [FolderAlbum]) -> SearchableList<FolderFeedPhoto> {
        state.withLock { state in
            let added = albums.filter { state.paths.insert($0.path).inserted }
            guard !added.isEmpty else { return state.list }
            let photos = added.enumerated().flatMap { offset, album in
                album.photos.elements.indices.map {
                    FolderFeedPhoto(album: album, number: state.albums.count + offset, index: $0)
                }
            }
            state.albums += added
            state.list = Self.searchableList(state.list.elements + photos, of: state.albums)
            return state.list
        }
    }

    /// Returns the dates of the oldest and newest photo of these albums; nil if none has a date. Blocks like
    /// `list(of:)`.
    func dates(of albums: [FolderAlbum]) -> ClosedRange<Date>? {
        let photos = list(of: albums).elements
        // Photos without a date sort last.
        guard let newest = photos.first?.date, let oldest = photos.last(where: { $0.date != nil })?.date else {
            return nil
        }
        // Photos are sorted by instant, and their dates are local times.
        return min(oldest, newest)...max(oldest, newest)
    }

    /// Sorts the list again after metadata has changed.
    func update() {
        state.withLock { state in
            guard !state.list.elements.isEmpty else { return }
            state.list = Self.searchableList(state.list.elements.map(\.updated), of: state.albums)
        }
    }

    /// Returns a list of some photos in their order. Blocks like `list(of:)`.
    static func list(of photos: [(album: FolderAlbum, index: Int)]) -> SearchableList<FolderFeedPhoto> {
        var albums: [FolderAlbum] = []
        let listed = photos.map { album, index in
            let number = albums.firstIndex { $0 === album } ?? albums.count
            if number == albums.count { albums.append(album) }
            return FolderFeedPhoto(album: album, number: number, index: index)
        }
        return searchableList(listed, of: albums, isSorted: true)
    }

    /// Sorts the photos, unless they are.
    private static func searchableList(
        _ photos: [FolderFeedPhoto], of albums: [FolderAlbum], isSorted: Bool = false
    ) -> SearchableList<FolderFeedPhoto> {
        let zones = albums.count == 1 ? albums[0].facts.zones : ZoneTimeline(albums.lazy.flatMap(\.facts.rows))
        let zoned = photos.map { $0.with(zones) }
        let sorted = isSorted ? zoned : zoned.sorted { $0.precedes($1) }
        let keys = SortKeys<FolderFeedPhoto>(
            title: { NaturalOrderKey($0.photo.title) }, date: \.date, dateKind: { $0.facts.dateKind },
            value: { $1.isByDate ? $0.instant.map(SortValue.date) : $0.album.sortValue($0.index, $1) })
        let bursts = BurstKeys<FolderFeedPhoto>(
            moment: { $0.photo.isVideo ? nil : $0.facts.burstMoment(zones) }, rank: { $0.facts.burstRank })
        return SearchableList(sorted, keys: keys, bursts: bursts) { search in
            let matching = albums.map { $0.matching(search) }
            return { matching[$0.number][$0.index] }
        }
    }
}

/// A photo in the feed.
struct FolderFeedPhoto: Sendable {
    let album: FolderAlbum
    /// The index of the album in the feed.
    let number: Int
    /// The index in its album.
    let index: Int
    /// When the photo was taken, or else its file modified.
    private(set) var date: Date?
    /// The date as a point in time, by which photos are sorted.
    private(set) var instant: Date?

    /// Reads the modification time; blocks.
    init(album: FolderAlbum, number: Int, index: Int) {
        self.album = album
        self.number = number
        self.index = index
        date = album.date(at: index)
    }

    /// Returns the photo with its point in time, by the time zones of all photos.
    fileprivate func with(_ zones: ZoneTimeline) -> FolderFeedPhoto {
        var photo = self
        photo.instant = facts.instant(zones) ?? date
        return photo
    }

    var facts: AlbumFacts.Row { album.facts[index] }

    /// The photo with the date that is known now.
    var updated: FolderFeedPhoto {
        var photo = self
        photo.date = album.date(at: index)
        return photo
    }

    var photo: FolderPhoto { album.photos.elements[index] }

    /// Whether the photo is newer than another. Photos with the same date keep the order of their albums, and of photos
    /// within an album.
    func precedes(_ other: FolderFeedPhoto) -> Bool {
        let (instant, otherInstant) = (instant ?? .distantPast, other.instant ?? .distantPast)
        if instant != otherInstant { return instant > otherInstant }
        return album === other.album ? index < other.index : album.sortKey < other.album.sortKey
    }
}

/// Reads the sizes of files.
public enum FileSize {
    /// Returns the size in bytes; nil if it is unknown. Blocks.
    public static func of(_ path: [UInt8]) -> Int? {
        var status = stat()
        return path.withCPath { stat($0, &status) } == 0 ? Count(status.st_size).value : nil
    }
}

/// Reads the modification times of files.
enum FileDate {
    /// Whether a file existed at a time under any name. A new file may have reused the inode of a deleted one. If the
    /// file system records no creation time, the last modification decides. Blocks.
    static func isCreation(of path: BytePath, before time: Date) -> Bool {
        var created = timespec()
        guard path.withCPath({ file_creation_time($0, &created) }) == 0 else { return false }
        return Double(created.tv_sec) + Double(created.tv_nsec) / 1e9 < time.timeIntervalSince1970
    }

    /// Returns the modification time; nil if it is unknown or not a `Timestamp`, since in-memory file systems store any
    /// number. Blocks.
    static func ofChange(at path: BytePath) -> Date? {
        var status = stat()
        guard path.withCPath({ stat($0, &status) }) == 0 else { return nil }
        let time = status.st_mtim
        return Timestamp(seconds: time.tv_sec, nanoseconds: time.tv_nsec)?.date
    }
}
