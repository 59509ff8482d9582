import Albums

/// Whose albums a person wants to see first, before it is known who there is.
public enum OwnerWish: Hashable, Sendable {
    case everyone
    /// Anyone, by chance.
    case random
    /// The one who was chosen before.
    case owner(Owner.ID)
    /// The one with this name, username or ID.
    case named(String)

    /// As a person types it: `everyone`, `random`, or a name, username or ID.
    public init(_ typed: String) {
        switch typed.lowercased() {
        case "everyone": self = .everyone
        case "random": self = .random
        default: self = .named(typed)
        }
    }

    /// Whose albums these are, where that is known before it is known who there is.
    var scope: OwnerScope? {
        switch self {
        case .everyone: .everyone
        case .owner(let id): .owner(id)
        case .random, .named: nil
        }
    }

    /// Who that is among the people there are; nil when there is nobody of that name. One of them alone is everyone.
    func scope(among owners: [Owner]) -> OwnerScope? {
        switch self {
        case .everyone:
            return .everyone
        case .random:
            guard owners.count > 1, let owner = owners.randomElement() else { return .everyone }
            return .owner(owner.id)
        case .owner(let id):
            return owners.contains { $0.id == id } ? .owner(id) : nil
        case .named(let name):
            let wanted = FoldedText(name)
            let owner = owners.first { owner in
                owner.id.rawValue == name
                    || [owner.username, owner.name].contains { $0.map { FoldedText($0) } == wanted }
            }
            return owner.map { .owner($0.id) }
        }
    }
}
