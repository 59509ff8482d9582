import Albums

/// A user as sent by the service; all fields but the ID are optional.
struct JSONPlaceholderUser: Decodable, Sendable {
    let id: WireText
    let name: LossyText?
    let username: LossyText?
    let email: LossyText?
    let phone: LossyText?
    let website: LossyText?
    let address: Lossy<PostalAddress>?
    let company: Lossy<Company>?

    struct PostalAddress: Decodable, Sendable {
        let street: LossyText?
        let suite: LossyText?
        let city: LossyText?
        let zipcode: LossyText?
        let geo: Lossy<Point>?
    }

    /// JSONPlaceholder sends these numbers as strings.
    struct Point: Decodable, Sendable {
        let lat: WireText
        let lng: WireText
    }

    struct Company: Decodable, Sendable {
        let name: LossyText?
        let catchPhrase: LossyText?
    }

    var owner: Owner {
        Owner(
            id: Owner.ID(id.text), name: name?.text ?? username?.text ?? id.text, username: username?.text,
            email: email?.text, phone: phone?.text, website: website?.text,
            address: .postal(address?.value?.postalAddress ?? .init()),
            company: company?.value.map { Albums.Company(name: $0.name?.text, catchPhrase: $0.catchPhrase?.text) })
    }
}

extension JSONPlaceholderUser.PostalAddress {
    fileprivate var postalAddress: Address.PostalAddress {
        Address.PostalAddress(
            street: street?.text ?? "", suite: suite?.text ?? "", city: city?.text ?? "", zipcode: zipcode?.text ?? "",
            coordinate: geo?.value?.coordinate)
    }
}

extension JSONPlaceholderUser.Point {
    fileprivate var coordinate: Address.Coordinate? {
        guard let latitude = Double(lat.text), let longitude = Double(lng.text) else { return nil }
        return Address.Coordinate(latitude: latitude, longitude: longitude)
    }
}
