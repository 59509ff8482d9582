/// Everything the viewer shows.
public struct ViewerState: Sendable {
    /// The photo and its position in the list.
    var position: PhotoNavigator.Position
    public var shown = ShownPhoto()
    /// Whether loading takes long enough to show a busy indicator.
    public var isSlow = false
    public var isCaptionShown = true
    public var slideshow = Slideshow.Status.off
}
