import SeededGenerator
import CellArt
import Testing

/// Pictures of few colors, so that neighbors often share one.
struct RandomPictures {
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let glyphs: [Unicode.Scalar]
        let colors: [Color]
    }

    static let kinds = [
        Kind(testDescription: "letters", glyphs: [" ", "x", "#"], colors: [.terminal, .palette(1), .palette(12)]),
        Kind(
            testDescription: "half blocks", glyphs: [" ", "\u{2580}", "\u{2584}", "\u{2588}"],
            colors: [.rgb(0, 0, 0), .rgb(1, 22, 133), .rgb(200, 0, 0)]),
        Kind(
            testDescription: "quadrants on the terminal's own colors",
            glyphs: [" ", "\u{2596}", "\u{259C}", "\u{258C}", "\u{2588}"],
            colors: [.terminal, .palette(4), .palette(250)]),
        Kind(
            testDescription: "sextants and mosaics", glyphs: [" ", "\u{1FB00}", "\u{1FB3C}", "\u{1FB68}", "\u{2588}"],
            colors: [.rgb(9, 9, 9), .rgb(10, 10, 10), .palette(16), .palette(9)]),
    ]

    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func picture(of kind: Kind, columns: Int, rows: Int) -> CellPicture {
        let cells = (0..<columns * rows).map { _ in
            ArtCell(
                glyph: kind.glyphs.randomElement(using: &generator) ?? " ",
                foreground: kind.colors.randomElement(using: &generator) ?? .terminal,
                background: kind.colors.randomElement(using: &generator) ?? .terminal)
        }
        return CellPicture(columns: columns, rows: rows, cells: cells)
    }
}
