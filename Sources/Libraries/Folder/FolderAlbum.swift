import Albums

/// An immutable album: a folder with its pictures, sorted.
final class FolderAlbum: Sendable {
    /// Relative to the library's folder; empty for that folder itself.
    let path: FilePath
    let title: String
    let foldedTitle: FoldedText
    let sortKey: NaturalOrderKey
    let photos: SearchableList<FolderPhoto>

    init(path: FilePath, title: String, pictures: [FilePath]) {
        self.path = path
        self.title = title
        foldedTitle = FoldedText(title)
        sortKey = NaturalOrderKey(FoldedText(path.text), original: path)
        photos = SearchableList(FolderPhoto.sorted(pictures)) { [foldedTitle] search, photo in
            Self.matches(search, photo, inAlbum: foldedTitle)
        }
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
