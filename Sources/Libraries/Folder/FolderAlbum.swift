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
    /// The absolute path.
    private let folder: BytePath
    /// The newest photo's date; nil until read.
    private let readDate = Mutex<Date??>(nil)

    init(path: BytePath, in root: BytePath, title: String, pictures: [BytePath]) {
        self.path = path
        let folder = root.appending(path)
        self.folder = folder
        self.title = title
        foldedTitle = FoldedText(title)
        sortKey = NaturalOrderKey(FoldedText(path.text), original: path)
        let keys = SortKeys<FolderPhoto>(
            title: { NaturalOrderKey($0.title) }, date: { FileDate.ofChange(at: folder.appending($0.name)) })
        photos = SearchableList(FolderPhoto.sorted(pictures), keys: keys) { [foldedTitle] search, photo in
            search.matches(
                SearchedFolderPhoto(photo: photo, albumTitle: foldedTitle) {
                    FileDate.ofChange(at: folder.appending(photo.name))
                })
        }
    }

    /// The modification time of the newest photo, if it has been read; nil also if no photo has one.
    var knownDate: Date? { readDate.withLock { $0 ?? nil } }

    /// The modification time of the newest photo. Read once, on the first use; blocks.
    var date: Date? {
        if let date = readDate.withLock({ $0 }) { return date }
        let date = photos.elements.lazy.compactMap { FileDate.ofChange(at: self.folder.appending($0.name)) }.max()
        readDate.withLock { $0 = .some(date) }
        return date
    }

    /// Whether a photo matches; words occur in its name, in the album's title, or across both as a path.
    ///
    /// - Parameter date: the file's modification time, read if the search needs it.
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
    /// The name folded for search, with its extension.
    let foldedName: FoldedText

    init(name: BytePath) {
        self.name = name
        foldedName = FoldedText(name.text)
    }

    var title: String { PictureFileName(name).title }

    /// Returns the pictures in natural order.
    static func sorted(_ names: [BytePath]) -> [FolderPhoto] {
        names
            .map { name in
                let photo = FolderPhoto(name: name)
                return (key: photo.sortKey, photo: photo)
            }
            .sorted { $0.key < $1.key }
            .map(\.photo)
    }

    /// The extension is only a tiebreaker.
    var sortKey: NaturalOrderKey { NaturalOrderKey(FoldedText(title), original: name) }
}
