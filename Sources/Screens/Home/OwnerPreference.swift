import Albums

/// The owner to show first, as requested before the owners are known.
public enum OwnerPreference: Hashable, Sendable {
    case everyone
    /// A random owner.
    case random
    /// The owner chosen earlier.
    case owner(Owner.ID)
    /// The owner with this name, username or ID.
    case named(String)

    /// Parses user input: `everyone`, `random`, or a name, username or ID.
    public init(_ typed: String) {
        switch typed.lowercased() {
        case "everyone": self = .everyone
        case "random": self = .random
        default: self = .named(typed)
        }
    }

    /// The scope, if it can be determined without knowing the owners.
    var scope: AlbumList? {
        switch self {
        case .everyone: .everyone
        case .owner(let id): .owner(id)
        case .random, .named: nil
        }
    }

    /// Resolves the request among the known owners; nil if none matches. With a single owner, `random` means everyone.
    func scope(among owners: [Owner]) -> AlbumList? {
        switch self {
        case .everyone:
            return .everyone
        case .random:
            guard owners.count > 1, let owner = owners.randomElement() else { return .everyone }
            return .owner(owner.id)
        case .owner(let id):
            return owners.contains { $0.id == id } ? .owner(id) : nil
        case .named(let name):
            let folded = FoldedText(name)
            let owner = owners.first { owner in
                owner.id.rawValue == name
                    || [owner.username, owner.name].contains { $0.map { FoldedText($0) } == folded }
            }
            return owner.map { .owner($0.id) }
        }
    }
}
