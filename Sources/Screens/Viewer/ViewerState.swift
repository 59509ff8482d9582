/// Everything the viewer shows.
public struct ViewerState: Sendable {
    /// Which photo it is, and among how many.
    var position: PhotoWalk.Position
    public var shown = ShownPhoto()
    /// Whether something better has been on its way for so long that a person wants to know.
    public var isSlow = false
    public var isCaptionShown = true
    public var slideshow = Slideshow.Status.off
}
