import CellArt
import TerminalUI

/// Splits off the middle of a picture if all of its pixels take long, so that the middle is sent first and in full
/// resolution.
///
/// The middle is a separate image, because kitty's protocol shows an image only once all of it has arrived.
struct CenterPixels {
    /// The middles of the pictures on the screen.
    private(set) var identities: Set<PixelIdentity> = []
    /// The rows of the middles of the pictures on the screen. They stay, because the measured rate varies.
    private var rows: [PixelIdentity: Int] = [:]

    /// The rows that a middle may have, each with three columns.
    private static let possibleRows = [16, 12, 8, 6, 5, 4]
    /// The maximum time in seconds to send a middle.
    private static let maxTime = 0.4
    /// The bytes that the pixels of a cell take in kitty's protocol, in cells of 10 x 20 pixels.
    private static let bytesPerCell = 585.0

    /// Places the middles of pictures over them, around the centers of a surface.
    /// - Parameter rate: the rate of the connection in bytes per second; nil if it is unlimited or unknown.
    mutating func place(on surface: inout Surface, rate: Double?) {
        let formerRows = rows
        (identities, rows) = ([], [:])
        guard let rate, surface.upcoming.isEmpty else { return }
        for center in surface.centers {
            guard let placement = surface.placement(column: center.column, row: center.row),
                placement.picture.role == .still,
                Double(placement.rect.columns * placement.rect.rows) * Self.bytesPerCell > rate * PixelBudget.maxTime
            else { continue }
            let whole = placement.picture.identity
            let fitting = Self.possibleRows.first { Double(3 * $0 * $0) * Self.bytesPerCell <= rate * Self.maxTime }
            guard let rows = formerRows[whole] ?? fitting else { continue }
            let rect = Rect(
                column: center.column - 3 * rows / 2, row: center.row - rows / 2, columns: 3 * rows, rows: rows)
            guard surface.shows(placement, in: rect), let middle = placement.middle(rect) else { continue }
            surface.place(.pixels(middle), centeredIn: rect)
            identities.insert(middle.identity)
            self.rows[whole] = rows
        }
    }
}

extension Surface {
    /// Returns whether nothing covers a picture in a rectangle.
    fileprivate func shows(_ placement: Placement, in rect: Rect) -> Bool {
        (rect.row..<rect.endRow).allSatisfy { row in
            (rect.column..<rect.endColumn).allSatisfy { self.placement(column: $0, row: row) == placement }
        }
    }
}

extension Placement {
    /// Returns the part of the picture in these cells; nil if it is transparent there.
    fileprivate func middle(_ cells: Rect) -> PixelPicture? {
        let part = Rect(
            column: cells.column - rect.column, row: cells.row - rect.row, columns: cells.columns, rows: cells.rows)
        let whole = picture
        let art = (part.row..<part.endRow).flatMap { row in
            (part.column..<part.endColumn).map { whole.cells[$0, row] }
        }
        guard !art.contains(where: \.isBlank) else { return nil }
        return PixelPicture(
            of: PhotoCrop(of: Middle(of: whole.view.crop, part)), content: Middle(of: whole.identity.content, part),
            enlargement: whole.enlargement,
            cells: CellPicture(columns: part.columns, rows: part.rows, cells: art),
            bitmap: { whole.bitmap()?.part(part, ofShown: whole.shown) })
    }
}

/// Identifies the middle of a picture: the whole, and the part of it.
private struct Middle<Whole: Hashable & Sendable>: Hashable, Sendable {
    let whole: Whole
    let part: Rect

    init(of whole: Whole, _ part: Rect) {
        self.whole = whole
        self.part = part
    }
}

extension Bitmap {
    /// Returns the pixels of some cells of a picture, of which the bitmap has the shown columns and rows.
    fileprivate func part(_ cells: Rect, ofShown shown: (columns: Range<Int>, rows: Range<Int>)) -> Bitmap? {
        guard !shown.columns.isEmpty, !shown.rows.isEmpty else { return nil }
        func pixel(_ cell: Int, in cells: Range<Int>, of length: Int) -> Int {
            min(max(0, (cell - cells.lowerBound) * length / cells.count), length)
        }
        let left = pixel(cells.column, in: shown.columns, of: width)
        let right = pixel(cells.endColumn, in: shown.columns, of: width)
        let top = pixel(cells.row, in: shown.rows, of: height)
        let bottom = pixel(cells.endRow, in: shown.rows, of: height)
        guard left < right, top < bottom else { return nil }
        var part: [UInt8] = []
        for row in top..<bottom {
            let start = row * width
            part += pixels[4 * (start + left)..<4 * (start + right)]
        }
        return Bitmap(width: right - left, height: bottom - top, pixels: part, isOpaque: isOpaque)
    }
}
