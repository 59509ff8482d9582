/// One character cell of a surface.
public struct Cell: Hashable, Sendable {
    /// The character's first scalar; its combining marks are kept by the surface. U+0000 is the right half of a wide one.
    public var scalar: Unicode.Scalar
    public var style: Style

    public init(_ scalar: Unicode.Scalar = " ", style: Style = .plain) {
        self.scalar = scalar
        self.style = style
    }

    /// Whether this is the second column of the wide character to its left.
    public var isContinuation: Bool { scalar.value == 0 }
}

/// The characters that a terminal can be given.
public enum Repertoire: Sendable, Hashable {
    case unicode
    /// Printable ASCII only: everything else becomes a stand-in.
    case ascii
}
