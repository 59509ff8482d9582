import Albums
import Basics

/// A photo as listed by a service.
struct JSONPlaceholderPhoto: Sendable {
    let id: Photo.ID
    /// Nil if the service does not say.
    let albumID: Album.ID?
    let title: String
    let tags: [String]
    let description: String?
    let url: String?
    let thumbnailURL: String?
}

/// All fields but the ID are optional.
private struct WirePhoto: Decodable, Sendable {
    let id: Identity
    let albumId: Lossy<Identity>?
    let title: Lossy<WireText>?
    let tags: Lossy<LossyArray<WireText>>?
    let description: Lossy<WireText>?
    /// May be relative, so `ServiceAddress` reads them.
    let url: Lossy<String>?
    let thumbnailUrl: Lossy<String>?

    var photo: JSONPlaceholderPhoto {
        JSONPlaceholderPhoto(
            id: Photo.ID(id.text), albumID: (albumId?.value?.text).map(Album.ID.init),
            title: title?.nonBlank ?? id.text,
            tags: tags?.value?.elements.map(\.text) ?? [], description: description?.nonBlank, url: url?.value,
            thumbnailURL: thumbnailUrl?.value)
    }
}

extension JSONPlaceholderLists {
    /// Fetches a page of the photos of an album, or of all albums.
    func photos(of album: Album.ID?, _ request: PageRequest) async throws -> ListPage<JSONPlaceholderPhoto> {
        let filter = album.map { [(name: "albumId", value: $0.rawValue)] } ?? []
        return try await page(
            request, of: "photos", where: filter, matches: { album == nil || $0.albumID == album }
        ) { (wire: WirePhoto) in wire.photo }
    }
}
