import Albums

/// Whose albums the home screen lists.
public enum OwnerScope: Hashable, Sendable {
    case everyone
    case owner(Owner.ID)

    /// The owner that a library is asked for, nil for all of them.
    var ownerID: Owner.ID? {
        switch self {
        case .everyone: nil
        case .owner(let id): id
        }
    }
}
