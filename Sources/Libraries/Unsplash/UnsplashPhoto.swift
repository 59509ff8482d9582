import Albums

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
            raw: wire.urls?.value?["raw"]?.nonBlank,
            fallback: sizes.lazy.compactMap { wire.urls?.value?[$0]?.nonBlank }.first,
            width: size?.width, height: size?.height, downloadLocation: wire.links?.value?["download_location"]?.value)
    }

    func photo(in album: Album.ID) -> Photo {
        let texts = UnsplashTexts(
            description: wire.description?.value, alternative: wire.altDescription?.value, slug: wire.slug?.value,
            id: wire.id.text)
        let user = wire.user?.value
        let author = user?.name?.nonBlank ?? user?.username?.nonBlank
        return Photo(
            id: id, albumID: album, title: texts.title, tags: wire.tags?.value?.elements.map(\.title) ?? [],
            author: author, description: texts.description,
            date: wire.createdAt?.date,
            aspect: size.map { Double($0.width) / Double($0.height) }, placeholder: placeholder,
            link: wire.links?.value?["html"]?.nonBlank.map(UnsplashLink.referring),
            attribution: author.map { "Photo by \($0) on Unsplash" + (wire.isSponsored ? " (sponsored)" : "") },
            authorLink: user?.links?.value?["html"]?.nonBlank.map(UnsplashLink.referring))
    }

    private var size: (width: Int, height: Int)? {
        guard let width = wire.width?.value, let height = wire.height?.value, Self.sides.contains(width),
            Self.sides.contains(height)
        else { return nil }
        return (width, height)
    }

    /// The valid range of width and height, in pixels.
    private static let sides = 1...100_000

    private var placeholder: Placeholder? {
        if let hash = wire.blurHash?.value, !hash.isEmpty { return .blurHash(hash) }
        guard let color = wire.color?.value, color.first == "#", color.count == 7,
            let number = UInt32(color.dropFirst(), radix: 16)
        else {
            return nil
        }
        return .color(red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
    }
}

private struct WirePhoto: Decodable, Sendable {
    let id: WireText
    let slug: Lossy<String>?
    let createdAt: Lossy<String>?
    let width: Lossy<Int>?
    let height: Lossy<Int>?
    let color: Lossy<String>?
    let blurHash: Lossy<String>?
    let description: Lossy<String>?
    let altDescription: Lossy<String>?
    let urls: Lossy<[String: Lossy<String>]>?
    let links: Lossy<[String: Lossy<String>]>?
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
        let name: Lossy<String>?
        let username: Lossy<String>?
        let links: Lossy<[String: Lossy<String>]>?
    }

    struct Tag: Decodable, Sendable {
        let title: String
    }

    /// Null unless the photo is sponsored.
    struct Sponsorship: Decodable, Sendable {}

    var isSponsored: Bool { sponsorship?.value != nil }
}
