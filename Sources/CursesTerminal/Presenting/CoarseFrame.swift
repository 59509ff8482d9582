import CellArt
import TerminalUI

/// The coarse version of a frame for a slow connection: its texts, and pictures that are painted color by color, or in
/// ASCII without colors.
struct CoarseFrame {
    /// The frame without the pictures, as ncurses sends it.
    let texts: NumberedFrame
    /// The frame with the coarse pictures.
    let whole: NumberedFrame
    let art: CoarseArt
    private let colors: [CoarseArt.Halves]

    /// Smaller changes are sent sharp at once, because they take few bytes.
    private static let minCells = 300
    /// Above this mean squared error of colors, the terminal shows another picture.
    private static let maxSameError: Float = 300
    /// The minimum and maximum budget in bytes per cell, and the bytes that are enough for a small picture.
    private static let cellBytes = (min: 1.0, max: 2.1, enough: 4000.0)

    /// Returns nil if no coarse version is worthwhile.
    /// - Parameters:
    ///   - shown: what the terminal shows.
    ///   - isNew: whether to send coarse pictures even if the terminal shows similar ones.
    ///   - maxBytes: the number of bytes that the connection carries in the time for a coarse picture.
    ///   - sharp: the sharp version of the coarse pictures that the terminal shows; nil if it shows none.
    ///   - former: an earlier coarse version, reused if its pictures are the same.
    ///   - painter: paints the pictures.
    init?(
        of frame: NumberedFrame, over shown: NumberedFrame, sharp: NumberedFrame?, isNew: Bool, maxBytes: Double,
        mapper: ColorMapper, former: CoarseFrame?, painter: CoarsePainter
    ) {
        guard shown.size == frame.size else { return nil }
        let moved = frame.rowsScrolled(from: shown)
        let spans = frame.changedPictures(from: shown, except: moved)
        let indices = spans.flatMap { span in span.columns.map { span.row * frame.size.columns + $0 } }
        guard indices.count >= Self.minCells else { return nil }
        if let sharp, indices.count(where: { !frame.isSame(sharp, at: $0) }) < Self.minCells { return nil }
        let colors = indices.map { frame.halves(at: $0) }
        guard isNew || Self.error(of: indices.map { shown.halves(at: $0) }, from: colors) > Self.maxSameError else {
            return nil
        }
        let count = Double(indices.count)
        let enough = min(Self.cellBytes.max * count, max(Self.cellBytes.enough, Self.cellBytes.min * count))
        if let former, former.art.spans == spans, zip(former.colors, colors).allSatisfy({ $0 == $1 }) {
            art = former.art
        } else {
            art = CoarseArt(
                spans, colors: colors, maxBytes: Int(min(max(enough, maxBytes), Self.cellBytes.max * count)),
                byteCount: { art in
                    var painter = painter
                    painter.paint(art)
                    return painter.bytes.count
                })
        }
        self.colors = colors
        var (texts, whole) = (frame, frame)
        let palette = art.palette.map { mapper.number(of: .rgb($0.red, $0.green, $0.blue)) }
        for (index, cell) in zip(indices, art.cells) {
            // ncurses scrolls if the other rows move; the rows that come in are erased then.
            if moved.isEmpty { texts.copy(index, from: shown) } else { texts.clear(index) }
            whole.set(index, upper: palette[cell.upper], lower: palette[cell.lower])
        }
        (self.texts, self.whole) = (texts, whole)
    }

    /// Creates the coarse version of ASCII art: its characters in the terminal's own color, because colors take most of
    /// the bytes. Returns nil for other pictures, and if no coarse version is worthwhile.
    /// - Parameters:
    ///   - shown: what the terminal shows.
    ///   - isNew: whether the terminal shows other pictures.
    init?(ofASCIIArt frame: NumberedFrame, over shown: NumberedFrame, isNew: Bool) {
        guard shown.size == frame.size else { return nil }
        let moved = frame.rowsScrolled(from: shown)
        let cells = frame.scalars.indices.filter { index in
            frame.isPicture(at: index) && frame.backgrounds[index] == ColorNumber.terminal
                && frame.foregrounds[index] != ColorNumber.terminal && !moved.contains(index / frame.size.columns)
        }
        let changed = cells.count { frame.scalars[$0] != shown.scalars[$0] }
        guard changed >= (isNew ? Self.minCells : max(Self.minCells, cells.count / 2)) else { return nil }
        var texts = frame
        for index in cells { texts.foregrounds[index] = Int32(ColorNumber.terminal) }
        (self.texts, whole) = (texts, texts)
        (art, colors) = (CoarseArt([], colors: [], maxBytes: 0) { _ in 0 }, [])
    }

    /// The mean squared error per color channel.
    private static func error(of shown: [CoarseArt.Halves], from wanted: [CoarseArt.Halves]) -> Float {
        let sum = zip(shown, wanted).reduce(Float(0)) { sum, pair in
            let (upper, lower) = (pair.0.upper - pair.1.upper, pair.0.lower - pair.1.lower)
            return sum + (upper * upper + lower * lower).sum()
        }
        return sum / Float(6 * max(1, wanted.count))
    }
}

extension NumberedFrame {
    /// Returns the cells of pictures whose colors fill the cells, unlike ASCII art, as far as they differ from another frame.
    fileprivate func changedPictures(from shown: NumberedFrame, except moved: Set<Int>) -> [CoarseArt.Span] {
        (0..<size.rows).filter { !moved.contains($0) }.flatMap { row in
            let cells = cells(ofRow: row)
            return cells.filter {
                isPicture(at: $0) && backgrounds[$0] != ColorNumber.terminal && !isSame(shown, at: $0)
            }.reduce(into: [CoarseArt.Span]()) { spans, index in
                let column = index - cells.lowerBound
                if let last = spans.last, last.columns.upperBound == column {
                    spans[spans.count - 1] = CoarseArt.Span(row: row, columns: last.columns.lowerBound..<column + 1)
                } else {
                    spans.append(CoarseArt.Span(row: row, columns: column..<column + 1))
                }
            }
        }
    }

    /// The middle of the picture cells that differ from another frame; nil if there are none.
    func middleOfPictures(over shown: NumberedFrame) -> Position? {
        let changed = scalars.indices.filter { isPicture(at: $0) && !isSame(shown, at: $0) }
        let bounds = changed.bounds(columns: size.columns)
        guard !changed.isEmpty else { return nil }
        return Position(
            column: (bounds.columns.lowerBound + bounds.columns.upperBound) / 2,
            row: (bounds.rows.lowerBound + bounds.rows.upperBound) / 2)
    }

    /// The mean colors of a cell's halves.
    fileprivate func halves(at index: Int) -> CoarseArt.Halves {
        let background = Self.color(backgrounds[index])
        guard scalars[index] != 0x20 else { return (background, background) }
        let ink = GlyphInk.halves(of: scalars[index])
        let difference = Self.color(foregrounds[index]) - background
        return (background + ink.upper * difference, background + ink.lower * difference)
    }

    private static func color(_ number: Int32) -> SIMD4<Float> {
        guard number < ColorNumber.firstTrueColor else {
            return SIMD4(Float(number >> 16 & 255), Float(number >> 8 & 255), Float(number & 255), 0)
        }
        let color = UInt8(exactly: number - Int32(ColorNumber.firstOfPalette)).map(XtermPalette.color) ?? RGB(0, 0, 0)
        return SIMD4(Float(color.red), Float(color.green), Float(color.blue), 0)
    }
}
