/// The priority of loading a photo or its metadata.
public enum LoadPriority: Int, Comparable, Sendable {
    /// Prefetch: not visible yet, but likely next.
    case prefetch
    /// Visible, among others.
    case visible
    /// The one photo shown in the viewer.
    case viewed

    public static func < (left: LoadPriority, right: LoadPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
