/// An object that is equal to itself alone.
protocol IdentityHashable: AnyObject, Hashable {}

extension IdentityHashable {
    static func == (left: Self, right: Self) -> Bool {
        left === right
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
