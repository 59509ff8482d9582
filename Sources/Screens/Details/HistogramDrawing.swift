import Albums
import CellArt
import TerminalUI

/// The histogram of a photo, drawn with block characters: luma in several rows, and below it red, green and blue in one
/// each, unless the photo is gray.
struct HistogramDrawing {
    private let tones: ToneHistogram
    private let theme: Theme

    private static let (minLumaRows, maxLumaRows) = (3, 6)
    /// The letters in front of the channels, and the space after them.
    private static let labelColumns = 2
    private static let (minColumns, maxColumns) = (16, 64)

    init(_ tones: ToneHistogram, theme: Theme) {
        self.tones = tones
        self.theme = theme
    }

    /// Draws as much as there is room for, from the top.
    func draw(on surface: inout Surface, in rect: Rect) {
        let columns = min(Self.maxColumns, rect.columns - Self.labelColumns)
        guard columns >= Self.minColumns, rect.rows >= Self.minLumaRows else { return }
        let channels = [("R", tones.red, ColorLabel.red), ("G", tones.green, .green), ("B", tones.blue, .blue)]
        let hasChannels = !tones.isGray && rect.rows >= Self.minLumaRows + channels.count
        let lumaRows = min(Self.maxLumaRows, rect.rows - (hasChannels ? channels.count : 0))
        let column = rect.column + Self.labelColumns
        let isASCII = surface.repertoire == .ascii
        for (index, line) in Self.bars(of: tones.luma, columns: columns, rows: lumaRows, isASCII: isASCII).enumerated()
        {
            surface.write(line, column: column, row: rect.row + index, style: theme.text)
        }
        guard hasChannels else { return }
        for (index, (label, counts, color)) in channels.enumerated() {
            let row = rect.row + lumaRows + index
            surface.write(label, column: rect.column, row: row, style: theme.quiet)
            let line = Self.bars(of: counts, columns: columns, rows: 1, isASCII: isASCII)[0]
            surface.write(line, column: column, row: row, style: Style(foreground: theme.color(of: color)))
        }
    }

    /// Returns the lines of a bar chart, from the top.
    static func bars(of counts: [Int], columns: Int, rows: Int, isASCII: Bool) -> [String] {
        let levels = Array(isASCII ? asciiLevels : blockLevels)
        let steps = levels.count - 1
        let heights = (0..<columns).map { column in
            let bins = counts[column * counts.count / columns..<max(column + 1, (column + 1) * counts.count / columns)]
            return Double(bins.reduce(0, +)) / Double(bins.count)
        }
        // Clipped tones would dwarf all others.
        let highest = heights.dropFirst().dropLast().max() ?? 0
        let bars = heights.map { height in
            guard height > 0 else { return 0 }
            return max(1, Int((min(1, height / max(highest, 1)) * Double(rows * steps)).rounded()))
        }
        return (0..<rows).reversed().map { row in
            String(bars.map { levels[min(steps, max(0, $0 - row * steps))] })
        }
    }

    private static let blockLevels = " \u{2581}\u{2582}\u{2583}\u{2584}\u{2585}\u{2586}\u{2587}\u{2588}"
    private static let asciiLevels = " .:#"
}
