import Albums
import Basics

/// A user as sent by Unsplash. All fields but the username may be missing or null.
struct UnsplashUser: Decodable, Sendable {
    private let wire: WireUser

    init(from decoder: any Decoder) throws {
        wire = try WireUser(from: decoder)
    }

    var photoCount: Int? { wire.totalPhotos?.value?.value }

    var collectionCount: Int? { wire.totalCollections?.value?.value }

    /// - Parameter id: the owner's ID in the library; Unsplash may use other capitalization for the username.
    func owner(id: Owner.ID) -> Owner {
        Owner(
            id: id, name: wire.name?.nonBlank ?? wire.username.text, username: wire.username.text,
            website: wire.portfolio?.nonBlank ?? wire.social?.value?["portfolio_url"]?.nonBlank
                ?? wire.links?.value?["html"]?.value.map(UnsplashLink.referring),
            address: .postal(.init(city: wire.location?.nonBlank ?? "")), biography: wire.biography?.nonBlank)
    }
}

private struct WireUser: Decodable, Sendable {
    let username: Identity
    let name: Lossy<BoundedText>?
    let biography: Lossy<BoundedText>?
    let location: Lossy<BoundedText>?
    /// In older responses; newer ones have it in `social`.
    let portfolio: Lossy<BoundedText>?
    let social: Lossy<[String: Lossy<BoundedText>]>?
    let links: Lossy<[String: Lossy<WebURL>]>?
    let totalPhotos: Lossy<Count>?
    let totalCollections: Lossy<Count>?

    enum CodingKeys: String, CodingKey {
        case username, name, location, social, links
        case biography = "bio"
        case portfolio = "portfolio_url"
        case totalPhotos = "total_photos"
        case totalCollections = "total_collections"
    }
}

/// Links to Unsplash in the form required by its API guidelines (help.unsplash.com, "API Guidelines").
enum UnsplashLink {
    /// Adds referral parameters that name this program.
    static func referring(_ url: WebURL) -> String {
        url.text + (url.text.contains("?") ? "&" : "?") + "utm_source=tintype&utm_medium=referral"
    }
}
