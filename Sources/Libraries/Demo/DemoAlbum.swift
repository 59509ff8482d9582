import Albums

/// An album of the demo: what it is called and what its photos show.
struct DemoAlbum: Sendable {
    static let photoCount = 50

    /// From 1 on.
    let number: Int
    let owner: Owner
    let title: String
    /// What most of its photos show.
    let mainKind: PaintedScene.Kind
    /// All that its photos show.
    let kinds: [PaintedScene.Kind]

    /// All albums, in the order of their owners.
    static let all: [DemoAlbum] = zip(DemoPeople.all, DemoAlbumTitles.all)
        .flatMap { owner, titles in titles.map { (owner, $0) } }
        .enumerated()
        .map { index, album in
            let (owner, (title, kinds)) = album
            return DemoAlbum(number: index + 1, owner: owner, title: title, mainKind: kinds[0], kinds: kinds)
        }

    var id: Album.ID { Album.ID(String(number)) }

    var album: Album {
        Album(
            id: id, ownerID: owner.id, title: title, photoCount: Self.photoCount,
            cover: DemoPhoto.photos(of: self).first?.photo)
    }
}
