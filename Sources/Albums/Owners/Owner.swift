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
