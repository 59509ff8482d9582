/// Where an owner is to be found: a place in the world, or an account and folder on a computer.
public enum Address: Hashable, Sendable {
    case place(Place)
    case account(user: String, host: String, path: String)

    /// The parts of a postal address, each empty when unknown.
    public struct Place: Hashable, Sendable {
        public let street: String
        public let suite: String
        public let city: String
        public let zipcode: String

        public init(street: String, suite: String = "", city: String, zipcode: String = "") {
            self.street = street
            self.suite = suite
            self.city = city
            self.zipcode = zipcode
        }
    }

    /// The address on one line, such as `Kulas Light, Apt. 556, 92998-3874 Gwenborough` or `ada@host:/home/ada/Pictures`.
    public var line: String {
        switch self {
        case .account(let user, let host, let path):
            "\(user)@\(host):\(path)"
        case .place(let place):
            [place.street, place.suite, [place.zipcode, place.city].filter { !$0.isEmpty }.joined(separator: " ")]
                .filter { !$0.isEmpty }
                .joined(separator: ", ")
        }
    }
}
