/// How photos are looked at, as a person has set it.
public struct ViewingSettings: Sendable {
    /// How long a slideshow shows each photo.
    public var interval: Duration
    public var order: Slideshow.Order

    /// Whether anything moves by itself: animated photos, and a photo on its way from its tile and back.
    public var isAnimated: Bool

    public init(interval: Duration = .seconds(5), order: Slideshow.Order = .list, isAnimated: Bool = true) {
        self.interval = interval
        self.order = order
        self.isAnimated = isAnimated
    }
}
