/// The characters a picture may be made of. The raw value is the name that people read and type.
public enum SymbolSet: String, Sendable, Hashable, CaseIterable {
    /// Printable ASCII, chosen by shape and brightness.
    case ascii
    /// Upper and lower half blocks: two pixels a cell.
    case half
    /// Blocks of quarters and of eighths from one side (Unicode 1.1 and 3.2).
    case quadrant
    /// Two by three pixels a cell, and the blocks of `quadrant` (Unicode 13).
    case sextant
    /// The smooth mosaics, cut by a slanted line, and all of `sextant` (Unicode 13).
    case wedge
    /// Two by four pixels a cell, and all of `wedge` (Unicode 16).
    case octant
    /// Two by four dots a cell (Unicode 3.0).
    case braille

    /// Every character that a picture of this set may hold, the space among them.
    public var characters: [Unicode.Scalar] {
        guard let mosaic = Mosaic.of(self) else { return (0x20...0x7E).map { Unicode.Scalar($0) } }
        // Half blocks are at the edge of a picture that ends within a cell.
        return Set(mosaic.characters + Mosaic.half.characters).sorted()
    }
}
