import Albums
import FoundationEssentials
import Synchronization

/// An immutable album: a folder with its pictures, sorted.
final class FolderAlbum: Sendable {
    /// Relative to the library's folder; empty for that folder itself.
    let path: FilePath
    let title: String
    let foldedTitle: FoldedText
    let sortKey: NaturalOrderKey
    let photos: SearchableList<FolderPhoto>
    /// The absolute path.
    private let folder: FilePath
    /// The newest photo's date; nil until read.
    private let readDate = Mutex<Date??>(nil)

    init(path: FilePath, in root: FilePath, title: String, pictures: [FilePath]) {
        self.path = path
        let folder = root.appending(path)
        self.folder = folder
        self.title = title
        foldedTitle = FoldedText(title)
        sortKey = NaturalOrderKey(FoldedText(path.text), original: path)
        let keys = SortKeys<FolderPhoto>(
            title: { NaturalOrderKey($0.title) }, date: { FileDate.ofChange(at: folder.appending($0.name)) })
        photos = SearchableList(FolderPhoto.sorted(pictures), keys: keys) { [foldedTitle] search, photo in
            Self.matches(search, photo, inAlbum: foldedTitle)
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

    /// Whether a photo matches: each word occurs in its name, in the album's title, or across both as a path.
    func matches(_ search: SearchQuery, _ photo: FolderPhoto) -> Bool {
        Self.matches(search, photo, inAlbum: foldedTitle)
    }

    private static func matches(_ search: SearchQuery, _ photo: FolderPhoto, inAlbum title: FoldedText) -> Bool {
        search.words.allSatisfy { word in
            photo.foldedName.contains(word) || title.contains(word)
                || word.bytes.contains(UInt8(ascii: "/"))
                    && FoldedText(path: [title, photo.foldedName]).contains(word)
        }
    }

    /// Returns the index of the picture at a path relative to the library's folder; nil if it is not in the album.
    func index(ofPictureAt path: FilePath) -> Int? {
        let name = path.lastComponent
        guard self.path.appending(name) == path else { return nil }
        let key = FolderPhoto(name: name).sortKey
        let index = photos.elements.partitioningIndex { $0.sortKey >= key }
        return index < photos.elements.count && photos.elements[index].name == name ? index : nil
    }
}
