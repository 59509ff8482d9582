import CellArt

/// The known capabilities of a terminal; more may become known when the terminal answers queries.
public struct TerminalAppearance: Hashable, Sendable {
    /// For terminals that don't report the size of a cell in pixels.
    public static let defaultCellAspect = 2.0

    public var colors: ColorDepth
    public var repertoire: Repertoire
    /// The terminal's own background, always `.rgb`; nil while unknown.
    public var background: Color?
    /// Whether the background is dark or light; may be known even if the color isn't. Nil while unknown.
    public var brightness: Brightness?
    /// The height of a cell divided by its width.
    public var cellAspect = defaultCellAspect
    /// The size of a cell in pixels if pictures may be shown by pixels; nil if only by characters.
    public var pixelCell: CellSize?
    /// Whether pixels can be in the last row of the screen, too. Otherwise they would make the terminal scroll.
    public var showsPixelsInLastRow = true
    /// The terminal program, or the multiplexer; nil while unknown.
    public var program: TerminalProgram?

    public init(
        colors: ColorDepth, repertoire: Repertoire, background: Color? = nil, program: TerminalProgram? = nil
    ) {
        self.colors = colors
        self.repertoire = repertoire
        self.background = background
        brightness = background.flatMap(Brightness.init)
        self.program = program
    }
}
