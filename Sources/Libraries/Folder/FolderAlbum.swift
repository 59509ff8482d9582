import Albums
import FoundationEssentials
import Synchronization

/// An immutable album: a folder with its pictures, sorted.
final class FolderAlbum: Sendable {
    /// Relative to the library's folder; empty for that folder itself.
    let path: BytePath
    let title: String
    let foldedTitle: FoldedText
    let sortKey: NaturalOrderKey
    let photos: SearchableList<FolderPhoto>
    let facts: AlbumFacts
    /// The absolute path.
    private let folder: BytePath
    /// The dates of the oldest and the newest photo; nil until read.
    private let readDates = Mutex<ClosedRange<Date>??>(nil)

    /// - Parameter known: what the index knows about the pictures, by name.
    init(
        path: BytePath, in root: BytePath, title: String, pictures: [BytePath],
        known: [BytePath: PictureIndex.Known] = [:]
    ) {
        self.path = path
        let folder = root.appending(path)
        self.folder = folder
        self.title = title
        foldedTitle = FoldedText(title)
        sortKey = NaturalOrderKey(FoldedText(path.text), original: path)
        let sorted = FolderPhoto.sorted(pictures)
        let facts = AlbumFacts(sorted.map { known[$0.name] })
        self.facts = facts
        let date = { @Sendable in Self.date(of: $0, facts, in: folder) }
        let keys = SortKeys<FolderPhoto>(
            title: { NaturalOrderKey($0.title) }, date: date,
            size: { FileSize.of(folder.appending($0.name)) }, camera: { facts[$0.index]?.camera },
            rating: { facts[$0.index]?.rating })
        photos = SearchableList(sorted, keys: keys) { [foldedTitle] search, photo in
            search.matches(
                SearchedFolderPhoto(photo: photo, albumTitle: foldedTitle) { date(photo) })
        }
    }

    /// Reads the size of a photo's file; blocks.
    func bytes(at index: Int) -> Int? {
        FileSize.of(folder.appending(photos.elements[index].name))
    }

    /// Replaces facts. Lists that have been sorted by them are sorted again.
    func set(_ facts: [(index: Int, facts: PhotoFacts?)]) {
        self.facts.set(facts)
        photos.forgetOrder()
        readDates.withLock { $0 = nil }
    }

    /// The dates of the oldest and the newest photo, if they have been read; nil also if no photo has one.
    var knownDates: ClosedRange<Date>? { readDates.withLock { $0 ?? nil } }

    /// The dates of the oldest and the newest photo: when they were taken, or else when their files were modified. Read
    /// once, on the first use; blocks.
    var dates: ClosedRange<Date>? {
        if let dates = readDates.withLock({ $0 }) { return dates }
        let all = photos.elements.lazy.compactMap { Self.date(of: $0, self.facts, in: self.folder) }
        var dates: ClosedRange<Date>?
        for date in all { dates = min(dates?.lowerBound ?? date, date)...max(dates?.upperBound ?? date, date) }
        readDates.withLock { $0 = .some(dates) }
        return dates
    }

    /// Returns when a photo was taken, or else when its file was modified; reading that blocks.
    private static func date(of photo: FolderPhoto, _ facts: AlbumFacts, in folder: BytePath) -> Date? {
        facts[photo.index]?.taken ?? FileDate.ofChange(at: folder.appending(photo.name))
    }

    /// Whether a photo matches; words occur in its name, in the album's title, or across both as a path.
    ///
    /// - Parameter date: the photo's date, requested if the search needs it.
    func matches(_ search: SearchQuery, _ photo: FolderPhoto, date: @escaping () -> Date?) -> Bool {
        search.matches(SearchedFolderPhoto(photo: photo, albumTitle: foldedTitle, date: date))
    }

    /// Returns the index of the picture at a path relative to the library's folder; nil if it is not in the album.
    func index(ofPictureAt path: BytePath) -> Int? {
        let name = path.lastComponent
        guard self.path.appending(name) == path else { return nil }
        let key = FolderPhoto(name: name).sortKey
        let index = photos.elements.partitioningIndex { $0.sortKey >= key }
        return index < photos.elements.count && photos.elements[index].name == name ? index : nil
    }
}

private struct SearchedFolderPhoto: Searchable {
    let photo: FolderPhoto
    let albumTitle: FoldedText
    let date: () -> Date?

    func contains(_ word: FoldedText) -> Bool {
        photo.foldedName.contains(word) || albumTitle.contains(word)
            || word.bytes.contains(UInt8(ascii: "/"))
                && FoldedText(path: [albumTitle, photo.foldedName]).contains(word)
    }

    var searchedDate: Date? { date() }
}

/// A picture file of an album.
struct FolderPhoto: Sendable {
    let name: BytePath
    /// Its index in the album.
    var index = 0
    /// The name folded for search, with its extension.
    let foldedName: FoldedText

    init(name: BytePath) {
        self.name = name
        foldedName = FoldedText(name.text)
    }

    var title: String { PictureFileName(name).title }

    /// Returns the pictures in natural order.
    static func sorted(_ names: [BytePath]) -> [FolderPhoto] {
        var photos =
            names
            .map { name in
                let photo = FolderPhoto(name: name)
                return (key: photo.sortKey, photo: photo)
            }
            .sorted { $0.key < $1.key }
            .map(\.photo)
        for index in photos.indices { photos[index].index = index }
        return photos
    }

    /// The extension is only a tiebreaker.
    var sortKey: NaturalOrderKey { NaturalOrderKey(FoldedText(title), original: name) }
}
