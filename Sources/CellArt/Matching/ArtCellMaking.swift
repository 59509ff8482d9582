extension ArtCell {
    /// Creates a cell of a single color.
    init(plain color: Color) {
        self.init(glyph: " ", foreground: color, background: color)
    }

    /// Creates a cell of two colors. If the character has a complement, the numerically larger color becomes the
    /// foreground. Rows of cells then differ in their characters, from which ncurses recognizes that a picture has
    /// scrolled.
    init(_ glyph: MosaicGlyph, foreground: Color, background: Color) {
        if foreground == background {
            self.init(plain: foreground)
        } else if let complement = glyph.complement, foreground.number < background.number {
            self.init(glyph: complement, foreground: background, background: foreground)
        } else {
            self.init(glyph: glyph.character, foreground: foreground, background: background)
        }
    }
}

extension Color {
    /// Creates a true color by rounding each channel to the nearest byte.
    init(_ color: SIMD4<Float>) {
        let rounded = color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)) + 0.5
        self = .rgb(UInt8(rounded.x), UInt8(rounded.y), UInt8(rounded.z))
    }

    /// The terminal's own color sorts first: as a background it also shows what surrounds the picture.
    fileprivate var number: Int {
        switch self {
        case .terminal: -1
        case .palette(let index): Int(index)
        case .rgb(let red, let green, let blue): Int(red) << 16 | Int(green) << 8 | Int(blue)
        }
    }
}
