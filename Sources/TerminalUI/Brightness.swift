import CellArt

/// Whether a background is dark or light.
public enum Brightness: String, Hashable, Sendable {
    case dark, light

    /// Light if black has more contrast on the background than white; nil if the color is unknown.
    public init?(of background: Color) {
        guard let onBlack = background.contrast(to: .rgb(0, 0, 0)),
            let onWhite = background.contrast(to: .rgb(255, 255, 255))
        else { return nil }
        self = onBlack > onWhite ? .light : .dark
    }
}
