import CellArt
import TerminalUI

/// Prints bitmaps as pixels among lines of text, for commands that only print.
public struct PixelPrinter: Sendable {
    private enum Output {
        /// - Parameter level: how much to compress, from 1 to 9.
        case placeholders(KittyGraphics, level: Int32, usesPalette: Bool)
        /// At the cursor of a terminal with this number of rows.
        case inline(InlineEncoding, screenRows: Int)
    }

    /// The size of a cell in pixels.
    public let cell: CellSize
    /// The terminal's own; nil if unknown.
    public let background: RGB?
    private let output: Output

    /// Returns nil if the terminal shows no pixels, or the output goes elsewhere and would have to move its cursor.
    public init?(_ terminal: TerminalInquiry, encodeJPEG: @escaping JPEGEncoding) {
        guard case .pixels(let graphics, let cell, _) = terminal.graphics else { return nil }
        self.cell = cell
        background = terminal.appearance.background.flatMap { RGB($0, ground: nil) }
        switch (graphics, terminal.screenRows) {
        case (.kitty, _):
            output = .placeholders(
                KittyGraphics(isThroughTmux: terminal.multiplexer == .tmux),
                // Locally, compressing costs more time than it saves.
                level: terminal.isRemote ? 6 : 1, usesPalette: terminal.appearance.colors != .trueColor)
        case (.sixel, let screenRows?): output = .inline(.sixel(terminal.sixelLimits), screenRows: screenRows)
        case (.iterm2, let screenRows?): output = .inline(.jpeg(encodeJPEG), screenRows: screenRows)
        case (.sixel, nil), (.iterm2, nil): return nil
        }
    }

    /// Whether a picture may leave part of its cells empty. JPEG has no transparency.
    public var canLeaveEmpty: Bool {
        if case .inline(.jpeg, _) = output { background != nil } else { true }
    }

    /// Returns whether a picture of this size can be printed.
    public func canPrint(columns: Int, rows: Int) -> Bool {
        guard max(columns * cell.width, rows * cell.height) <= PixelPicture.maxSide else { return false }
        return switch output {
        case .placeholders: max(columns, rows) <= PlaceholderCell.maxSide
        // The cursor must be able to return to the first line.
        case .inline(_, let screenRows): rows < screenRows
        }
    }

    /// Returns the output that shows an image in lines of cells; nil if the image can't be encoded.
    /// - Precondition: the image has the size of whole cells, and `canPrint` is true for them.
    public func bytes(of image: Bitmap) -> [UInt8]? {
        let (columns, rows) = (image.width / cell.width, image.height / cell.height)
        switch output {
        case .placeholders(let graphics, let level, let usesPalette):
            // The image stays after the command has ended. A random ID rarely collides with another image.
            let id = ImageIDs.random(usesPalette: usesPalette)
            let commands = graphics.transmission(of: image, as: id, columns: columns, rows: rows, level: level)
            return commands.flatMap { $0 } + Self.placeholders(of: id, columns: columns, rows: rows)
        case .inline(let encoding, _):
            let pieces = encoding.pieces(of: image, cell: cell, background: background)
            guard !pieces.isEmpty else { return nil }
            let lines = String(repeating: "\n", count: rows)
            return Array((lines + "\u{1B}[\(rows)A").utf8) + pieces.flatMap { $0 } + Array("\u{1B}[\(rows)B".utf8)
        }
    }

    private static func placeholders(of id: UInt32, columns: Int, rows: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        let color =
            ImageIDs.paletteIndex(of: id).map { "\u{1B}[38;5;\($0)m" }
            ?? "\u{1B}[38;2;\(id >> 16);\(id >> 8 & 255);\(id & 255)m"
        for row in 0..<rows {
            bytes += color.utf8
            for column in 0..<columns {
                let marks = PlaceholderCell.marks(column: column, row: row, of: id)
                for scalar in [PlaceholderCell.character] + marks.scalars {
                    bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                }
            }
            bytes += "\u{1B}[39m\n".utf8
        }
        return bytes
    }
}
