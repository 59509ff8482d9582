import Albums

/// A user as sent by Unsplash. All fields but the username may be missing or null.
struct UnsplashUser: Decodable, Sendable {
    private let wire: WireUser

    init(from decoder: any Decoder) throws {
        wire = try WireUser(from: decoder)
    }

    var photoCount: Int? { wire.totalPhotos?.value }

    var collectionCount: Int? { wire.totalCollections?.value }

    /// - Parameter id: the owner's ID in the library; Unsplash may use other capitalization for the username.
    func owner(id: Owner.ID) -> Owner {
        Owner(
            id: id, name: wire.name?.nonBlank ?? wire.username, username: wire.username,
            website: wire.portfolio?.nonBlank ?? wire.social?.value?["portfolio_url"]?.nonBlank
                ?? wire.links?.value?["html"]?.nonBlank.map(UnsplashLink.referring),
            address: .postal(.init(city: wire.location?.nonBlank ?? "")), biography: wire.biography?.nonBlank)
    }
}

private struct WireUser: Decodable, Sendable {
    let username: String
    let name: Lossy<String>?
    let biography: Lossy<String>?
    let location: Lossy<String>?
    /// In older responses; newer ones have it in `social`.
    let portfolio: Lossy<String>?
    let social: Lossy<[String: Lossy<String>]>?
    let links: Lossy<[String: Lossy<String>]>?
    let totalPhotos: LossyCount?
    let totalCollections: LossyCount?

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
    static func referring(_ link: String) -> String {
        link + (link.contains("?") ? "&" : "?") + "utm_source=tintype&utm_medium=referral"
    }
}
