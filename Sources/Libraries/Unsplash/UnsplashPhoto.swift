import Albums
import Basics

/// A photo as sent by Unsplash. All fields but the ID may be missing or null: the API's documentation and its responses
/// differ.
struct UnsplashPhoto: Decodable, Sendable {
    private let wire: WirePhoto

    init(from decoder: any Decoder) throws {
        wire = try WirePhoto(from: decoder)
    }

    var id: Photo.ID { Photo.ID(wire.id.text) }

    var picture: UnsplashPicture {
        let sizes = ["regular", "full", "small", "thumb"]
        return UnsplashPicture(
            raw: wire.urls?.value?["raw"]?.value?.text,
            fallback: sizes.lazy.compactMap { wire.urls?.value?[$0]?.value?.text }.first,
            size: size, downloadLocation: wire.links?.value?["download_location"]?.value?.text)
    }

    func photo(in album: Album.ID) -> Photo {
        let user = wire.user?.value
        let author = user?.name?.nonBlank ?? user?.username?.nonBlank
        let texts = UnsplashTexts(
            description: wire.description?.value?.text, alternative: wire.altDescription?.value?.text,
            slug: wire.slug?.value?.text, author: author, id: wire.id.text)
        return Photo(
            id: id, albumID: album, title: texts.title, tags: wire.tags?.value?.elements.map(\.title.text) ?? [],
            author: author, description: texts.description,
            date: wire.createdAt?.value?.date,
            aspect: size.map { Double($0.width) / Double($0.height) }, placeholder: placeholder,
            link: wire.links?.value?["html"]?.value.map(UnsplashLink.referring),
            attribution: author.map { "Photo by \($0) on Unsplash" + (wire.isSponsored ? " (sponsored)" : "") },
            authorLink: user?.links?.value?["html"]?.value.map(UnsplashLink.referring))
    }

    private var size: PixelSize? { PixelSize(width: wire.width?.value, height: wire.height?.value) }

    private var placeholder: Placeholder? {
        if let hash = wire.blurHash?.value?.text, !hash.isEmpty { return .blurHash(hash) }
        guard let color = wire.color?.value?.text, color.first == "#", color.count == 7,
            let number = UInt32(color.dropFirst(), radix: 16)
        else {
            return nil
        }
        return .color(red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
    }
}

private struct WirePhoto: Decodable, Sendable {
    let id: Identity
    let slug: Lossy<BoundedText>?
    let createdAt: Lossy<Timestamp>?
    let width: Lossy<Side>?
    let height: Lossy<Side>?
    let color: Lossy<BoundedText>?
    let blurHash: Lossy<BoundedText>?
    let description: Lossy<BoundedText>?
    let altDescription: Lossy<BoundedText>?
    let urls: Lossy<[String: Lossy<WebURL>]>?
    let links: Lossy<[String: Lossy<WebURL>]>?
    let user: Lossy<User>?
    let tags: Lossy<LossyArray<Tag>>?
    let sponsorship: Lossy<Sponsorship>?

    enum CodingKeys: String, CodingKey {
        case id, slug, width, height, color, description, urls, links, user, tags, sponsorship
        case createdAt = "created_at"
        case blurHash = "blur_hash"
        case altDescription = "alt_description"
    }

    struct User: Decodable, Sendable {
        let name: Lossy<BoundedText>?
        let username: Lossy<BoundedText>?
        let links: Lossy<[String: Lossy<WebURL>]>?
    }

    struct Tag: Decodable, Sendable {
        let title: BoundedText
    }

    /// Null unless the photo is sponsored.
    struct Sponsorship: Decodable, Sendable {}

    var isSponsored: Bool { sponsorship?.value != nil }
}
