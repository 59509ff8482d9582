import Albums

/// A picture file of an album.
struct FolderPhoto: Sendable {
    let name: FilePath
    /// The name folded for search, with its extension.
    let foldedName: FoldedText

    init(name: FilePath) {
        self.name = name
        foldedName = FoldedText(name.text)
    }

    var title: String { PictureFileName(name).title }

    /// Returns the pictures in natural order.
    static func sorted(_ names: [FilePath]) -> [FolderPhoto] {
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
