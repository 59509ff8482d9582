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
