import Albums

/// A picture file of an album.
struct FolderPhoto: Sendable {
    let name: FilePath
    let foldedTitle: FoldedText

    var title: String { PictureFileName(name).title }

    /// The pictures in the order a person expects.
    static func sorted(_ names: [FilePath]) -> [FolderPhoto] {
        names
            .map { name in
                let photo = FolderPhoto(name: name, foldedTitle: FoldedText(PictureFileName(name).title))
                return (key: photo.sortKey, photo: photo)
            }
            .sorted { $0.key < $1.key }
            .map(\.photo)
    }

    var sortKey: NaturalOrderKey { NaturalOrderKey(foldedTitle, original: name) }
}
