import Albums
import Basics

/// A topic or collection as sent by Unsplash. All fields but the ID may be missing or null.
struct UnsplashAlbum: Decodable, Sendable {
    private let wire: WireAlbum

    init(from decoder: any Decoder) throws {
        wire = try WireAlbum(from: decoder)
    }

    var id: Album.ID { Album.ID(wire.id.text) }
    var cover: UnsplashPhoto? { wire.coverPhoto?.value }

    func album(of owner: Owner.ID, cover: Photo?) -> Album {
        Album(
            id: id, ownerID: owner, title: wire.title?.nonBlank ?? wire.slug?.nonBlank ?? wire.id.text,
            photoCount: wire.totalPhotos?.value?.value,
            date: (wire.updatedAt?.value ?? wire.publishedAt?.value)?.date, cover: cover)
    }
}

/// Collection IDs are strings now, but were numbers once.
private struct WireAlbum: Decodable, Sendable {
    let id: Identity
    let slug: Lossy<BoundedText>?
    let title: Lossy<BoundedText>?
    let totalPhotos: Lossy<Count>?
    let publishedAt: Lossy<Timestamp>?
    let updatedAt: Lossy<Timestamp>?
    let coverPhoto: Lossy<UnsplashPhoto>?

    enum CodingKeys: String, CodingKey {
        case id, slug, title
        case totalPhotos = "total_photos"
        case publishedAt = "published_at"
        case updatedAt = "updated_at"
        case coverPhoto = "cover_photo"
    }
}
