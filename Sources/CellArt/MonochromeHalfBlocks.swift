/// Two pixels a cell, one above the other, each of them either the terminal's foreground or its background.
enum MonochromeHalfBlocks {
    /// - Parameter background: of the terminal; its foreground is taken for the opposite.
    static func cells(of grid: PixelGrid, background: RGB) -> [ArtCell] {
        let indices = ErrorDiffusion.indices(of: grid.gray(), in: BasicPalette.blackAndWhite)
        let foreground: UInt8 = background.isDark ? 1 : 0
        func isForeground(x: Int, y: Int) -> Bool {
            grid.isInside(x: x, y: y) && indices[y * grid.width + x] == foreground
        }
        var cells: [ArtCell] = []
        cells.reserveCapacity(indices.count / 2)
        for y in stride(from: 0, to: grid.height, by: 2) {
            for x in 0..<grid.width {
                let glyph: Unicode.Scalar =
                    switch (isForeground(x: x, y: y), isForeground(x: x, y: y + 1)) {
                    case (false, false): " "
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (true, true): "█"
                    }
                cells.append(ArtCell(glyph: glyph, foreground: .terminal, background: .terminal))
            }
        }
        return cells
    }
}
