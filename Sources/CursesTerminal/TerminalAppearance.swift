import TerminalUI

/// What a terminal can show.
public struct TerminalAppearance: Hashable, Sendable {
    public var colors: ColorDepth
    public var repertoire: Repertoire
    /// The terminal's background, once it has told: an RGB color.
    public var background: Color?

    public init(colors: ColorDepth, repertoire: Repertoire, background: Color? = nil) {
        self.colors = colors
        self.repertoire = repertoire
        self.background = background
    }
}

/// How many colors a terminal has, from the fewest.
public enum ColorDepth: Int, Comparable, Hashable, Sendable {
    case none, eight, sixteen, palette256, trueColor

    public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
        left.rawValue < right.rawValue
    }
}
