import Screens
import Storage

extension ViewingSettings {
    /// What the configuration says.
    init(_ configuration: Configuration) {
        self.init(
            interval: .seconds(configuration.slideshowInterval),
            order: Slideshow.Order(rawValue: configuration.slideshowOrder) ?? .list)
    }
}
