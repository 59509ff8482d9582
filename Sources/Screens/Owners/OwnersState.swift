import Albums

/// Everything the choice of owners shows: everyone first, then each owner who matches the search.
public struct OwnersState: Sendable {
    /// A line that can be chosen.
    public enum Choice: Hashable, Sendable {
        case everyone
        case owner(Owner)

        var scope: OwnerScope {
            switch self {
            case .everyone: .everyone
            case .owner(let owner): .owner(owner.id)
            }
        }
    }

    public var choices: [Choice]
    public var search = TextLine()
    public var cursor = GridCursor()
}
