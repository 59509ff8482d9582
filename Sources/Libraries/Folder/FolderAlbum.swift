import Albums

/// A folder that has pictures, read and sorted; it does not change.
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
        photos = SearchableList(FolderPhoto.sorted(pictures)) { search, photo in search.matches(photo.foldedTitle) }
    }

    /// Where the picture at a path, relative to the library's folder, stands in the album; nil when it is not in it.
    func place(ofPictureAt path: FilePath) -> Int? {
        let name = path.lastComponent
        guard self.path.appending(name) == path else { return nil }
        let key = FolderPhoto(name: name, foldedTitle: FoldedText(PictureFileName(name).title)).sortKey
        let place = photos.elements.partitioningIndex { $0.sortKey >= key }
        return place < photos.elements.count && photos.elements[place].name == name ? place : nil
    }
}
