import Basics

/// An owner of albums: a user of a service, or an account on a computer.
public struct Owner: Identifiable, Hashable, Sendable {
    /// Identifies an owner within a library, such as `7` or `ada@lovelace`.
    public struct ID: Hashable, Sendable {
        public let rawValue: String

        /// Placeholder for an unknown owner.
        public static let unknown = ID("")

        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    public let id: ID
    /// The full name, such as `Leanne Graham`.
    public let name: String
    public let username: String?
    public let email: String?
    public let phone: String?
    public let website: String?
    public let address: Address
    public let company: Company?
    /// The owner's description of themselves.
    public let biography: String?

    public init(
        id: ID, name: String, username: String? = nil, email: String? = nil, phone: String? = nil,
        website: String? = nil, address: Address, company: Company? = nil,
        biography: String? = nil
    ) {
        self.id = id
        self.name = name.bounded
        self.username = username?.bounded
        self.email = email?.bounded
        self.phone = phone?.bounded
        self.website = website?.bounded
        self.address = address
        self.company = company
        self.biography = biography?.bounded
    }
}

/// The company an owner works for.
public struct Company: Hashable, Sendable {
    public let name: String?
    public let catchPhrase: String?

    public init(name: String?, catchPhrase: String? = nil) {
        self.name = name?.bounded
        self.catchPhrase = catchPhrase?.bounded
    }
}

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
