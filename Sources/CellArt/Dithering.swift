/// How colors that a terminal lacks are mixed from those it has. In ASCII art this affects only the colors, because the
/// characters carry the brightness. The raw value is the name that users see and type.
public enum Dithering: String, Sendable, Hashable, CaseIterable {
    /// Each cell gets its nearest color, so gradients become bands.
    case none
    /// Adds a fixed threshold pattern, so that still parts of a moving picture keep their colors.
    case ordered
    /// Spreads each cell's color error over its neighbors, which is smoothest from a distance.
    case diffusion

    /// Returns the dithering that looks best at a color depth.
    public static func best(for colors: ColorDepth) -> Dithering {
        colors == .trueColor ? .none : .diffusion
    }
}
