/// The user's settings for the viewer.
public struct ViewingSettings: Sendable {
    /// How long a slideshow shows each photo.
    public var interval: Duration
    public var order: Slideshow.Order

    /// Whether motion is enabled: animated photos and zoom transitions.
    public var isAnimated: Bool

    public init(interval: Duration = .seconds(5), order: Slideshow.Order = .list, isAnimated: Bool = true) {
        self.interval = interval
        self.order = order
        self.isAnimated = isAnimated
    }
}
