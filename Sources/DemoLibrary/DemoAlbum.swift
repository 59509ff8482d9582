import Albums
import FoundationEssentials
import Synchronization

/// An album of the demo: its title and the kinds of its photos.
struct DemoAlbum: Sendable {
    static let photoCount = 50

    /// Starting at 1.
    let number: Int
    let owner: Owner
    let title: String
    /// The kind of most of its photos.
    let mainKind: PaintedScene.Kind
    /// All kinds of its photos.
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

    /// The date of the newest photo.
    var date: Date? { album.date }

    /// The album as listed. Its photos are generated once for the date and the cover.
    var album: Album {
        if let known = Self.listed.withLock({ $0[number] }) { return known }
        let photos = DemoPhoto.photos(of: self)
        let album = Album(
            id: id, ownerID: owner.id, title: title, photoCount: Self.photoCount, date: photos.last?.photo.date,
            cover: photos.first?.photo)
        Self.listed.withLock { $0[number] = album }
        return album
    }

    /// Returns the album with the user's changes of its photos: without those in the trash, and with a turned cover.
    func album(with changes: DemoChanges) -> Album {
        let trashed = changes.trashed
        var (photoCount, date, cover) = (Self.photoCount, album.date, album.cover)
        if trashed.contains(where: { Self.number(of: $0) == number }) {
            let photos = DemoPhoto.photos(of: self).map(\.photo).filter { !trashed.contains($0.id) }
            (photoCount, date, cover) = (photos.count, photos.last?.date, photos.first)
        }
        return Album(
            id: id, ownerID: owner.id, title: title, photoCount: photoCount, date: date,
            cover: cover.map(changes.applied))
    }

    /// Returns the number of the album with a photo; nil for a photo of another library.
    static func number(of photo: Photo.ID) -> Int? {
        Int(photo.rawValue).flatMap { (1...all.count * photoCount).contains($0) ? ($0 - 1) / photoCount + 1 : nil }
    }

    /// The albums that have been listed so far, by number.
    private static let listed = Mutex<[Int: Album]>([:])
}
