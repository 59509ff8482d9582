/// A list of albums in a library.
public enum AlbumList: Hashable, Sendable {
    /// The albums of all owners in turn.
    case everyone
    case owner(Owner.ID)
    /// The people on the photos; only libraries with `Section.people` have it.
    case people
    /// The towns in which the photos were taken; only libraries with `Section.places` have it.
    case places

    /// The owner of all albums in the list; nil if they may have several.
    public var owner: Owner.ID? {
        if case .owner(let id) = self { id } else { nil }
    }
}
