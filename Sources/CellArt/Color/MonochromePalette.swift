/// The terminal's default foreground and background, assumed to be white on black or black on white.
struct MonochromePalette: Palette {
    /// Whether the background is dark and the text therefore light.
    let isInkLight: Bool
    /// The character that fills the cell with ink.
    let full: Unicode.Scalar

    /// The dark color and the light one.
    private let colors: BasicPalette

    init(isInkLight: Bool, full: Unicode.Scalar) {
        self.isInkLight = isInkLight
        self.full = full
        // Braille dots cover only a quarter of a cell. Near-white must set all of them, or the picture becomes too dim.
        let contrast: Float = full == "\u{28FF}" ? 185 : 255
        colors = BasicPalette(
            colors: [isInkLight ? 0 : 255 - contrast, isInkLight ? contrast : 255].map { SIMD4($0, $0, $0, 0) })
    }

    func nearest(to target: ColorLanes) -> (indices: CellLanes, colors: ColorLanes) {
        colors.nearest(to: target)
    }

    func insertNeighbors(of color: SIMD4<Float>, into candidates: inout CandidateColors) {
        colors.insertNeighbors(of: color, into: &candidates)
    }

    func cell(_ glyph: MosaicGlyph, foreground: UInt8, background: UInt8) -> ArtCell {
        let character = isInk(foreground) ? glyph.character : glyph.complement
        return ArtCell(glyph: character ?? " ", foreground: .terminal, background: .terminal)
    }

    func cell(plain color: UInt8) -> ArtCell {
        ArtCell(glyph: isInk(color) ? full : " ", foreground: .terminal, background: .terminal)
    }

    let step: Float = 255

    var darkest: SIMD4<Float> { colors.colors[0] }

    var brightest: SIMD4<Float> { colors.colors[1] }

    var isMonochrome: Bool { true }

    private func isInk(_ color: UInt8) -> Bool { (color == 1) == isInkLight }
}
