import Albums
import Basics

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
