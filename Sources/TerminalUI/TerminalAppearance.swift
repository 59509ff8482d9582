/// What a terminal can show, as far as it is known; may get better when the terminal answers.
public struct TerminalAppearance: Hashable, Sendable {
    /// How many colors can be used at once, from the fewest.
    public enum Colors: Int, Comparable, Hashable, Sendable {
        case none, eight, sixteen, palette256, trueColor

        public static func < (left: Colors, right: Colors) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// For terminals that do not tell the size of a cell in pixels.
    public static let usualCellAspect = 2.0

    public var colors: Colors
    public var repertoire: Repertoire
    /// The terminal's own background, always `.rgb`; nil while unknown.
    public var background: Color?
    /// Whether the background is dark or light, which may be known without its color; nil while unknown.
    public var brightness: Brightness?
    /// How many times as high as wide a cell is.
    public var cellAspect = usualCellAspect
    /// Nil while unknown. A multiplexer is one, too.
    public var program: TerminalProgram?

    public init(colors: Colors, repertoire: Repertoire, background: Color? = nil, program: TerminalProgram? = nil) {
        self.colors = colors
        self.repertoire = repertoire
        self.background = background
        brightness = background.flatMap(Brightness.init)
        self.program = program
    }
}
