import Screens
import Storage

extension ViewingSettings {
    /// What the configuration says, with `isStill` without anything that moves.
    init(_ configuration: Configuration, isStill: Bool) {
        self.init(
            interval: .seconds(configuration.slideshowInterval),
            order: Slideshow.Order(rawValue: configuration.slideshowOrder) ?? .list,
            isAnimated: configuration.isAnimated && !isStill)
    }
}
