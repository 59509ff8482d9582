/// What a terminal can show, as far as it is known; may get better when the terminal answers.
public struct TerminalAppearance: Hashable, Sendable {
    /// How many colors can be used at once, from the fewest.
    public enum Colors: Int, Comparable, Hashable, Sendable {
        case none, eight, sixteen, palette256, trueColor

        public static func < (left: Colors, right: Colors) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    public var colors: Colors
    public var repertoire: Repertoire
    /// The terminal's own background, always `.rgb`; nil while unknown.
    public var background: Color?
    /// Name and version of the program that the terminal is, as it says itself; nil while unknown.
    public var program: String?

    public init(colors: Colors, repertoire: Repertoire, background: Color? = nil, program: String? = nil) {
        self.colors = colors
        self.repertoire = repertoire
        self.background = background
        self.program = program
    }
}
