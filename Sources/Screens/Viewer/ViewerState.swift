import Albums
import CellArt

/// Everything the viewer shows.
public struct ViewerState: Sendable {
    public var place: PhotoPlace
    /// How many photos there are to go through.
    public var count = 0
    /// Nil until it is known.
    public var photo: Photo?
    /// Nil until the picture's size is known.
    public var viewport: Viewport?
    public var picture: CellPicture?
    /// Whether a better rendering is on its way.
    public var isLoading = true
    public var isCaptionShown = true
    /// Why the photo cannot be shown.
    public var failure: String?
}
