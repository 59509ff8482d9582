import Albums

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
    let id: WireText
    let albumId: LossyText?
    let title: LossyText?
    let tags: Lossy<LossyArray<WireText>>?
    let description: LossyText?
    let url: LossyText?
    let thumbnailUrl: LossyText?

    var photo: JSONPlaceholderPhoto {
        JSONPlaceholderPhoto(
            id: Photo.ID(id.text), albumID: albumId?.text.map(Album.ID.init), title: title?.text ?? id.text,
            tags: tags?.value?.elements.map(\.text) ?? [], description: description?.text, url: url?.text,
            thumbnailURL: thumbnailUrl?.text)
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
