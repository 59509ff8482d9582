import Albums

/// The rules of a run that picks photos for another program: Enter picks the marked photos, or else the selected one.
public struct Picking: Sendable {
    /// The maximum number of photos; nil for any number.
    let max: Int?

    public init(max: Int? = nil) {
        self.max = max
    }
}
