import Albums

/// The scope of the album list: everyone's albums or those of one owner.
public enum OwnerScope: Hashable, Sendable {
    case everyone
    case owner(Owner.ID)

    /// The owner to query; nil for everyone.
    var ownerID: Owner.ID? {
        switch self {
        case .everyone: nil
        case .owner(let id): id
        }
    }
}
