/// How soon a photo is wanted.
public enum LoadPriority: Int, Comparable, Sendable {
    /// Not visible yet, but perhaps next.
    case ahead
    /// One of the photos on the screen.
    case visible
    /// The one that a person looks at.
    case viewed

    public static func < (left: LoadPriority, right: LoadPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
