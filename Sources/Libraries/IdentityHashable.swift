/// An object compared and hashed by identity.
protocol IdentityHashable: AnyObject, Hashable {}

extension IdentityHashable {
    static func == (left: Self, right: Self) -> Bool {
        left === right
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
