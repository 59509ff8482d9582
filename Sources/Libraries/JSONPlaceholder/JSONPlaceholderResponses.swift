import Albums
import Basics

/// An album as listed by a service, without cover and photo count.
struct JSONPlaceholderAlbum: Identifiable, Equatable, Sendable {
    let id: Album.ID
    /// Nil if the service does not say.
    let ownerID: Owner.ID?
    let title: String
}

/// All fields but the ID are optional.
private struct WireAlbum: Decodable, Sendable {
    let id: Identity
    let userId: Lossy<Identity>?
    let title: Lossy<WireText>?

    var album: JSONPlaceholderAlbum {
        JSONPlaceholderAlbum(
            id: Album.ID(id.text), ownerID: (userId?.value?.text).map(Owner.ID.init),
            title: title?.nonBlank ?? id.text)
    }
}

extension JSONPlaceholderLists {
    /// Fetches a page of the albums of an owner, or of all owners.
    func albums(of owner: Owner.ID?, _ request: PageRequest) async throws -> ListPage<JSONPlaceholderAlbum> {
        let filter = owner.map { [(name: "userId", value: $0.rawValue)] } ?? []
        return try await page(
            request, of: "albums", where: filter, matches: { owner == nil || $0.ownerID == owner }
        ) { (wire: WireAlbum) in wire.album }
    }
}

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

/// A user as sent by the service; all fields but the ID are optional.
struct JSONPlaceholderUser: Decodable, Sendable {
    let id: Identity
    let name: Lossy<WireText>?
    let username: Lossy<WireText>?
    let email: Lossy<WireText>?
    let phone: Lossy<WireText>?
    let website: Lossy<WireText>?
    let address: Lossy<PostalAddress>?
    let company: Lossy<Company>?

    struct PostalAddress: Decodable, Sendable {
        let street: Lossy<WireText>?
        let suite: Lossy<WireText>?
        let city: Lossy<WireText>?
        let zipcode: Lossy<WireText>?
        let geo: Lossy<Point>?
    }

    /// JSONPlaceholder sends these numbers as strings.
    struct Point: Decodable, Sendable {
        let lat: WireText
        let lng: WireText
    }

    struct Company: Decodable, Sendable {
        let name: Lossy<WireText>?
        let catchPhrase: Lossy<WireText>?
    }

    var owner: Owner {
        Owner(
            id: Owner.ID(id.text), name: name?.nonBlank ?? username?.nonBlank ?? id.text, username: username?.nonBlank,
            email: email?.nonBlank, phone: phone?.nonBlank, website: website?.nonBlank,
            address: .postal(address?.value?.postalAddress ?? .init()),
            company: company?.value.map {
                Albums.Company(name: $0.name?.nonBlank, catchPhrase: $0.catchPhrase?.nonBlank)
            })
    }
}

extension JSONPlaceholderUser.PostalAddress {
    fileprivate var postalAddress: Address.PostalAddress {
        Address.PostalAddress(
            street: street?.nonBlank ?? "", suite: suite?.nonBlank ?? "", city: city?.nonBlank ?? "",
            zipcode: zipcode?.nonBlank ?? "",
            coordinate: geo?.value?.coordinate)
    }
}

extension JSONPlaceholderUser.Point {
    fileprivate var coordinate: Address.Coordinate? {
        guard let latitude = Double(lat.text), let longitude = Double(lng.text) else { return nil }
        return Address.Coordinate(latitude: latitude, longitude: longitude)
    }
}
