import Albums

/// The rules of a run that picks photos for another program: Enter picks the marked photos, or else the selected one.
public struct Picking: Sendable {
    /// The maximum number of photos; nil for any number.
    let max: Int?

    public init(max: Int? = nil) {
        self.max = max
    }
}

/// A screen with photos to pick, or to run a command on.
@MainActor
protocol PhotoChoosing: CommandListing {
    /// Whether any of the marked photos, or else this one, may have an original to share.
    var haveOriginals: Bool { get }

    /// Passes the photos for a command to `use`: in a grid the marked ones, or else the selected one, in the viewer the
    /// one shown. Reports if there is none.
    func withChosenPhotos(_ use: ([Photo]) -> Void)

    /// Passes the photos to pick to `use`: everywhere the marked ones, or else this one.
    func withPickedPhotos(_ use: ([Photo]) -> Void)
}

extension PhotoChoosing {
    func withPickedPhotos(_ use: ([Photo]) -> Void) { withChosenPhotos(use) }
}
