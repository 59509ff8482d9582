import CellArt
import TerminalUI

/// Prints bitmaps as pixels among lines of text, for commands that only print.
public struct PixelPrinter: Sendable {
    /// The size of a cell in pixels.
    public let cell: CellSize
    private let graphics: KittyGraphics
    /// How much to compress, from 1 to 9.
    private let level: Int32
    private let usesPalette: Bool

    /// Returns nil if the terminal shows no pixels.
    public init?(_ terminal: TerminalInquiry) {
        guard case .pixels(.kitty, let cell, _) = terminal.graphics else { return nil }
        self.cell = cell
        graphics = KittyGraphics(isThroughTmux: terminal.multiplexer == .tmux)
        // Locally, compressing costs more time than it saves.
        level = terminal.isRemote ? 6 : 1
        usesPalette = terminal.appearance.colors != .trueColor
    }

    /// Returns the output that shows a bitmap in lines of cells; nil if they are too many for an image.
    /// - Precondition: `columns` and `rows` are positive.
    public func bytes(of bitmap: Bitmap, columns: Int, rows: Int) -> [UInt8]? {
        guard max(columns, rows) <= PlaceholderCell.maxSide,
            max(columns * cell.width, rows * cell.height) <= PixelPicture.maxSide
        else { return nil }
        // The image stays after the command has ended. A random ID rarely collides with another image.
        let id = ImageIDs.random(usesPalette: usesPalette)
        let image = bitmap.scaled(toWidth: columns * cell.width, height: rows * cell.height)
        var bytes = graphics.transmission(of: image, as: id, columns: columns, rows: rows, level: level).flatMap { $0 }
        let color =
            ImageIDs.paletteIndex(of: id).map { "\u{1B}[38;5;\($0)m" }
            ?? "\u{1B}[38;2;\(id >> 16);\(id >> 8 & 255);\(id & 255)m"
        for row in 0..<rows {
            bytes += color.utf8
            for column in 0..<columns {
                let scalars = [PlaceholderCell.character] + PlaceholderCell.marks(column: column, row: row, of: id)
                for scalar in scalars { bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
            }
            bytes += "\u{1B}[39m\n".utf8
        }
        return bytes
    }
}
