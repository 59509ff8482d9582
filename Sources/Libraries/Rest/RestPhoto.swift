import Albums

/// A photo as a service lists it.
struct RestPhoto: Sendable {
    let id: Photo.ID
    /// Nil when the service does not say.
    let albumID: Album.ID?
    let title: String
    let tags: [String]
    let description: String?
    let url: String?
    let thumbnailURL: String?
}

/// Everything but the ID may be missing.
private struct WirePhoto: Decodable, Sendable {
    let id: WireText
    let albumId: WireText?
    let title: WireText?
    let tags: Lossy<LossyArray<WireText>>?
    let description: Lossy<String>?
    let url: Lossy<String>?
    let thumbnailUrl: Lossy<String>?

    var photo: RestPhoto {
        RestPhoto(
            id: Photo.ID(id.text), albumID: albumId.map { Album.ID($0.text) }, title: title?.text ?? id.text,
            tags: tags?.value?.elements.map(\.text) ?? [], description: description?.value, url: url?.value,
            thumbnailURL: thumbnailUrl?.value)
    }
}

extension JSONService {
    /// A page of the photos of an album, or of all.
    func photos(of album: Album.ID?, _ request: PageRequest) async throws -> ListPage<RestPhoto> {
        let filter = album.map { [(name: "albumId", value: $0.rawValue)] } ?? []
        return try await page(request, of: "photos", where: filter) { (wire: WirePhoto) in wire.photo }
    }
}
