import FoundationEssentials
import Glibc

/// A photo in the feed; newer photos sort first.
struct FolderFeedPhoto: Comparable, Sendable {
    let album: FolderAlbum
    /// The index in its album.
    let index: Int
    /// The file's modification time; nil if it cannot be read.
    let date: Date?

    /// Reads the modification time; blocks.
    init(album: FolderAlbum, index: Int, root: FilePath) {
        self.album = album
        self.index = index
        date = FileDate.ofChange(at: root.appending(album.path).appending(album.photos.elements[index].name))
    }

    var photo: FolderPhoto { album.photos.elements[index] }

    static func < (left: FolderFeedPhoto, right: FolderFeedPhoto) -> Bool {
        let (leftDate, rightDate) = (left.date ?? .distantPast, right.date ?? .distantPast)
        if leftDate != rightDate { return leftDate > rightDate }
        return left.album === right.album ? left.index < right.index : left.album.sortKey < right.album.sortKey
    }

    static func == (left: FolderFeedPhoto, right: FolderFeedPhoto) -> Bool {
        left.album === right.album && left.index == right.index
    }
}
