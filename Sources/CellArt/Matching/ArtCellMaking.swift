extension ArtCell {
    /// A cell of one color.
    init(plain color: ArtColor) {
        self.init(glyph: " ", foreground: color, background: color)
    }

    /// A cell of two colors. Where the character has a complement, the larger of the two, as a number, is the foreground:
    /// rows of cells then differ in their characters, by which a terminal library notices that a picture has scrolled.
    init(_ glyph: MosaicGlyph, foreground: ArtColor, background: ArtColor) {
        if foreground == background {
            self.init(plain: foreground)
        } else if let complement = glyph.complement, foreground.number < background.number {
            self.init(glyph: complement, foreground: background, background: foreground)
        } else {
            self.init(glyph: glyph.character, foreground: foreground, background: background)
        }
    }
}

extension ArtColor {
    /// The byte of each channel nearest to it.
    init(_ color: SIMD4<Float>) {
        let rounded = color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)) + 0.5
        self = .rgb(UInt8(rounded.x), UInt8(rounded.y), UInt8(rounded.z))
    }

    /// The terminal's own color is the smallest: as a background it shows what is around the picture, too.
    fileprivate var number: Int {
        switch self {
        case .terminal: -1
        case .palette(let index): Int(index)
        case .rgb(let red, let green, let blue): Int(red) << 16 | Int(green) << 8 | Int(blue)
        }
    }
}
