/// How colors that a terminal lacks are mixed from those it has. Letters carry the brightness by themselves: of these it is but
/// the colors that are mixed. The raw value is the name that people read and type.
public enum Dithering: String, Sendable, Hashable, CaseIterable {
    /// Each cell has what comes nearest to it: bands, where the picture has a gradient.
    case none
    /// A fixed pattern is laid over the picture: what stands still keeps its colors when something else moves.
    case ordered
    /// What a cell could not show is made up for by its neighbors: the smoothest from a distance.
    case diffusion

    /// What looks best with so many colors.
    public static func best(for colors: ColorDepth) -> Dithering {
        colors == .trueColor ? .none : .diffusion
    }
}
