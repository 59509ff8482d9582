import CellArt

/// Everything the viewer shows.
public struct ViewerState: Sendable {
    /// Which photo it is, and among how many.
    var position: PhotoWalk.Position
    /// Nil until the picture's size is known.
    public var viewport: Viewport?
    public var picture: CellPicture?
    /// Whether something better has been on its way for so long that a person wants to know.
    public var isSlow = false
    public var isCaptionShown = true
    /// Why the photo cannot be shown.
    public var failure: String?
}
