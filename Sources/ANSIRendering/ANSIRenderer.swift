import CellArt

/// Renders pictures as ANSI text, for output outside the full-screen program.
///
/// Uses only SGR sequences and line feeds, so the text survives pipes, `less -R` and file manager previews. Each line
/// ends by resetting the colors.
public enum ANSIRenderer {
    /// Returns lines of UTF-8, each ending in a line feed. Text has no pixels, so a picture made of them is drawn by its
    /// cells.
    public static func bytes(of picture: RenderedPicture) -> [UInt8] {
        switch picture {
        case .cells(let cells): bytes(of: cells)
        case .pixels(let pixels): bytes(of: pixels.cells)
        }
    }

    private static func bytes(of picture: CellPicture) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(picture.cells.count * 24)
        // ASCII pictures are for terminals that may lack block elements.
        let hasBlocks = picture.cells.contains { !$0.glyph.isASCII }
        for row in 0..<picture.rows {
            let cells = picture.cells[row * picture.columns..<(row + 1) * picture.columns]
            LinePath(of: cells, hasBlocks: hasBlocks).write(to: &output)
        }
        return output
    }
}
