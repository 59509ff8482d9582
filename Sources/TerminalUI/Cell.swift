import CellArt

/// One character cell of a surface.
public struct Cell: Hashable, Sendable {
    /// The character's first scalar; the surface stores its combining marks. U+0000 is the right half of a wide
    /// character.
    public var scalar: Unicode.Scalar
    public var style: Style

    public init(_ scalar: Unicode.Scalar = " ", style: Style = .plain) {
        self.scalar = scalar
        self.style = style
    }

    /// Whether this is the second column of the wide character to its left.
    public var isContinuation: Bool { scalar.value == 0 }
}

/// The characters that a terminal can display.
public enum Repertoire: Sendable, Hashable {
    case unicode
    /// Printable ASCII only; other characters are replaced.
    case ascii
}

/// The look of a character apart from its colors.
public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let bold = Attributes(rawValue: 1)
    public static let underline = Attributes(rawValue: 2)
    public static let reverse = Attributes(rawValue: 4)
    /// Part of a picture. The terminal may merge similar colors while the picture moves.
    public static let picture = Attributes(rawValue: 8)
}

/// The style of a piece of text.
public struct Style: Hashable, Sendable {
    public var foreground: Color
    public var background: Color
    public var attributes: Attributes

    public init(foreground: Color = .terminal, background: Color = .terminal, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    public static let plain = Style()
}
