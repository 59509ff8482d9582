import CellArt

/// A picture as text with escape sequences for its colors, as programs print it that do not own the screen.
///
/// Only attributes (SGR) and line ends are used: it goes through pipes, `less -R` and the previews of file managers. Each
/// line ends with the terminal's own colors.
public enum PictureText {
    /// Lines of UTF-8, each with its line feed.
    public static func bytes(of picture: CellPicture) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(picture.cells.count * 24)
        // A picture of letters is for terminals that may have nothing else.
        let hasBlocks = picture.cells.contains { !$0.glyph.isASCII }
        for row in 0..<picture.rows {
            let cells = picture.cells[row * picture.columns..<(row + 1) * picture.columns]
            LinePath(of: cells, hasBlocks: hasBlocks).write(to: &output)
        }
        return output
    }
}
