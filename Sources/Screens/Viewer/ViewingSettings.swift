/// How photos are looked at, as a person has set it.
public struct ViewingSettings: Sendable {
    /// How long a slideshow shows each photo.
    public var interval: Duration
    public var order: Slideshow.Order

    public init(interval: Duration = .seconds(5), order: Slideshow.Order = .list) {
        self.interval = interval
        self.order = order
    }
}
