import FoundationEssentials
import Glibc

/// A photo in the feed; newer photos sort first.
struct FolderFeedPhoto: Comparable, Sendable {
    let album: FolderAlbum
    /// The index in its album.
    let place: Int
    /// The file's modification time; nil if it cannot be read.
    let date: Date?

    /// Reads the modification time; blocks.
    init(album: FolderAlbum, place: Int, root: FilePath) {
        self.album = album
        self.place = place
        date = FileDate.ofChange(at: root.appending(album.path).appending(album.photos.elements[place].name))
    }

    var photo: FolderPhoto { album.photos.elements[place] }

    static func < (left: FolderFeedPhoto, right: FolderFeedPhoto) -> Bool {
        let (leftDate, rightDate) = (left.date ?? .distantPast, right.date ?? .distantPast)
        if leftDate != rightDate { return leftDate > rightDate }
        return left.album === right.album ? left.place < right.place : left.album.sortKey < right.album.sortKey
    }

    static func == (left: FolderFeedPhoto, right: FolderFeedPhoto) -> Bool {
        left.album === right.album && left.place == right.place
    }
}
