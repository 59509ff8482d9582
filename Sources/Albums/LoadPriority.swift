/// How soon a photo, or word of it, is wanted.
public enum LoadPriority: Int, Comparable, Sendable {
    /// Not visible yet, but perhaps next.
    case ahead
    /// On the screen, with others.
    case visible
    /// The one photo that a person looks at.
    case viewed

    public static func < (left: LoadPriority, right: LoadPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
