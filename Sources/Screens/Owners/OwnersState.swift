import Albums

/// Everything the owner picker shows: everyone first, unless there is a search, then each matching owner.
public struct OwnersState: Sendable {
    /// A choice in the list.
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
