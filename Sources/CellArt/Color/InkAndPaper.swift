/// The terminal's own foreground and background, taken for white on black or black on white.
struct InkAndPaper: Palette {
    /// Whether the background is dark, so that what is printed is light.
    let isInkLight: Bool
    /// The character that is all ink.
    let full: Unicode.Scalar

    private static let colors = BasicPalette.blackAndWhite

    func nearest(to wanted: ColorLanes) -> (indices: CellLanes, colors: ColorLanes) {
        Self.colors.nearest(to: wanted)
    }

    func insertNeighbors(of color: SIMD4<Float>, into candidates: inout CandidateColors) {
        Self.colors.insertNeighbors(of: color, into: &candidates)
    }

    func cell(_ glyph: MosaicGlyph, foreground: UInt8, background: UInt8) -> ArtCell {
        let character = isInk(foreground) ? glyph.character : glyph.complement
        return ArtCell(glyph: character ?? " ", foreground: .terminal, background: .terminal)
    }

    func cell(plain color: UInt8) -> ArtCell {
        ArtCell(glyph: isInk(color) ? full : " ", foreground: .terminal, background: .terminal)
    }

    let step: Float = 255

    var isMonochrome: Bool { true }

    private func isInk(_ color: UInt8) -> Bool { (color == 1) == isInkLight }
}
