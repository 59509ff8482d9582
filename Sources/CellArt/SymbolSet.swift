/// A set of characters that pictures are drawn with. The raw value is its name in options and settings.
public enum SymbolSet: String, Sendable, Hashable, CaseIterable {
    /// Printable ASCII, chosen by shape and brightness.
    case ascii
    /// Upper and lower half blocks: two pixels per cell.
    case half
    /// Quadrants (Unicode 3.2), plus left and lower blocks in eighths (Unicode 1.1).
    case quadrant
    /// 2 x 3 pixels per cell, plus everything in `quadrant` (Unicode 13).
    case sextant
    /// Smooth mosaics, which a slanted line divides, plus everything in `sextant` (Unicode 13).
    case wedge
    /// 2 x 4 pixels per cell, plus everything in `wedge` (Unicode 16).
    case octant
    /// 2 x 4 dots per cell (Unicode 3.0).
    case braille

    /// All characters that a picture in this set may contain, including the space.
    public var characters: [Unicode.Scalar] {
        guard let mosaic = Mosaic.of(self) else { return (0x20...0x7E).map { Unicode.Scalar($0) } }
        // A picture that ends in the middle of a cell has half blocks at its edge.
        return Set(mosaic.characters + Mosaic.half.characters).sorted()
    }
}
