import Screens
import Storage

extension ViewingSettings {
    /// Creates the settings from the configuration; `isStill` disables all animation.
    init(_ configuration: Configuration, isStill: Bool) {
        self.init(
            interval: .seconds(configuration.slideshowInterval),
            order: Slideshow.Order(rawValue: configuration.slideshowOrder) ?? .list,
            isAnimated: configuration.isAnimated && !isStill)
    }
}
