import Albums
import FoundationEssentials
import Glibc
import Synchronization

/// All photos of a folder library, newest first.
///
/// Each file's time is read once, on the first access to the feed after the scan has found the file.
final class FolderFeed: Sendable {
    private let root: BytePath
    private let state = Mutex(State())

    private struct State {
        /// The albums already included in the list.
        var albums: Set<BytePath> = []
        var list = FolderFeed.searchableList([])
    }

    init(root: BytePath) {
        self.root = root
    }

    /// The feed as last built, without any file access.
    var knownList: SearchableList<FolderFeedPhoto> { state.withLock { $0.list } }

    /// Returns the feed of these albums. Blocks to read the modification times of new files.
    func list(of albums: [FolderAlbum]) -> SearchableList<FolderFeedPhoto> {
        state.withLock { state in
            let added = albums.filter { state.albums.insert($0.path).inserted }
            guard !added.isEmpty else { return state.list }
            let photos = added.flatMap { album in
                album.photos.elements.indices.map { FolderFeedPhoto(album: album, index: $0, root: root) }
            }
            state.list = Self.searchableList((state.list.elements + photos).sorted { $0.precedes($1) })
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
        return oldest...newest
    }

    /// Sorts the list again, after facts about photos have changed.
    func update() {
        state.withLock { state in
            guard !state.list.elements.isEmpty else { return }
            state.list = Self.searchableList(state.list.elements.map(\.updated).sorted { $0.precedes($1) })
        }
    }

    private static func searchableList(_ photos: [FolderFeedPhoto]) -> SearchableList<FolderFeedPhoto> {
        let keys = SortKeys<FolderFeedPhoto>(
            title: { NaturalOrderKey($0.photo.title) }, date: \.date, size: { $0.album.bytes(at: $0.index) },
            camera: { $0.facts?.camera }, rating: { $0.facts?.rating })
        return SearchableList(photos, keys: keys) { search, photo in
            photo.album.matches(search, photo.photo) { photo.date }
        }
    }
}

/// A photo in the feed.
struct FolderFeedPhoto: Sendable {
    let album: FolderAlbum
    /// The index in its album.
    let index: Int
    /// The file's modification time; nil if it cannot be read.
    private let modified: Date?
    /// When the photo was taken, or else its file modified.
    private(set) var date: Date?

    /// Reads the modification time; blocks.
    init(album: FolderAlbum, index: Int, root: BytePath) {
        self.album = album
        self.index = index
        modified = FileDate.ofChange(at: root.appending(album.path).appending(album.photos.elements[index].name))
        date = album.facts[index]?.taken ?? modified
    }

    var facts: PhotoFacts? { album.facts[index] }

    /// The photo with the date that is known now.
    var updated: FolderFeedPhoto {
        var photo = self
        photo.date = facts?.taken ?? modified
        return photo
    }

    var photo: FolderPhoto { album.photos.elements[index] }

    /// Whether the photo is newer than another or, with the same date, comes first in their album or its album first.
    func precedes(_ other: FolderFeedPhoto) -> Bool {
        let (date, otherDate) = (date ?? .distantPast, other.date ?? .distantPast)
        if date != otherDate { return date > otherDate }
        return album === other.album ? index < other.index : album.sortKey < other.album.sortKey
    }
}

/// Reads the sizes of files.
enum FileSize {
    /// Returns the size in bytes; nil if it is unknown. Blocks.
    static func of(_ path: BytePath) -> Int? {
        var status = stat()
        return path.withCPath { stat($0, &status) } == 0 ? Count(status.st_size).value : nil
    }
}

/// Reads the modification times of files.
enum FileDate {
    /// Returns the modification time; nil if it is unknown or, as in-memory file systems store any number, not a
    /// `Timestamp`. Blocks.
    static func ofChange(at path: BytePath) -> Date? {
        var status = stat()
        guard path.withCPath({ stat($0, &status) }) == 0 else { return nil }
        let time = status.st_mtim
        return Timestamp(seconds: time.tv_sec, nanoseconds: time.tv_nsec)?.date
    }
}
