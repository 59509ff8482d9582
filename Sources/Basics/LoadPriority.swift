/// The priority of loading a photo or its metadata.
public enum LoadPriority: Int, Comparable, Sendable {
    /// Background work, such as reading metadata or writing a thumbnail for the next visit.
    case idle
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
