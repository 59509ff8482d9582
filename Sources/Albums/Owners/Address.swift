import Basics

/// An owner's location: a postal address, or an account and folder on a computer.
public enum Address: Hashable, Sendable {
    case postal(PostalAddress)
    case account(user: String, host: String, path: String)

    /// A postal address and its coordinate. Unknown parts are empty.
    public struct PostalAddress: Hashable, Sendable {
        public let street: String
        public let suite: String
        public let city: String
        public let zipcode: String
        public let coordinate: Coordinate?

        public init(
            street: String = "", suite: String = "", city: String = "", zipcode: String = "",
            coordinate: Coordinate? = nil
        ) {
            self.street = street.bounded
            self.suite = suite.bounded
            self.city = city.bounded
            self.zipcode = zipcode.bounded
            self.coordinate = coordinate
        }
    }

    /// A point on Earth, in degrees.
    public struct Coordinate: Hashable, Sendable {
        /// From -90 at the South Pole to 90.
        public let latitude: Double
        /// From -180 to 180, east of Greenwich.
        public let longitude: Double

        /// Returns nil if a value is out of range.
        public init?(latitude: Double, longitude: Double) {
            guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// The address in one line, such as `Kulas Light, Apt. 556, 92998-3874 Gwenborough` or
    /// `ada@host:/home/ada/Pictures`.
    public var line: String {
        switch self {
        case .account(let user, let host, let path):
            "\(user)@\(host):\(path)"
        case .postal(let address):
            [
                address.street, address.suite,
                [address.zipcode, address.city].filter { !$0.isEmpty }.joined(separator: " "),
            ]
            .filter { !$0.isEmpty }
            .joined(separator: ", ")
        }
    }
}
