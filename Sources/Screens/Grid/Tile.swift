import Albums
import CellArt
import Localization
import TerminalUI

/// The state of a photo's tile in a grid.
enum Tile: Sendable {
    /// A stand-in until the pixels arrive.
    case placeholder(RenderedPicture)
    case picture(RenderedPicture)
    /// There is no placeholder, and loading has taken long enough to show a busy indicator.
    case loading
    /// The photo can't be shown, for this reason.
    case broken(String)
    /// The video has no frame to show.
    case noFrame

    /// Whether loading has neither succeeded nor failed yet.
    var isPending: Bool {
        switch self {
        case .placeholder, .loading: true
        case .picture, .broken, .noFrame: false
        }
    }

    /// The thumbnail or its stand-in.
    var picture: RenderedPicture? {
        switch self {
        case .placeholder(let picture), .picture(let picture): picture
        case .loading, .broken, .noFrame: nil
        }
    }

    /// Draws the thumbnail, a placeholder, or the sign of a broken or slow one. A photo that can't be shown has a
    /// border, because a dark photo could look just as empty.
    ///
    /// - Parameter isDimmed: whether the thumbnail recedes into the background.
    func draw(in rect: Rect, on surface: inout Surface, theme: Theme, isDimmed: Bool = false) {
        switch self {
        case .placeholder(let picture), .picture(let picture):
            if isDimmed {
                // Pixels would cover the dimmed cells.
                surface.place(.cells(picture.cells), centeredIn: rect)
                surface.dim(rect, toward: theme.dimmed)
            } else {
                surface.place(picture, centeredIn: rect)
            }
        case .broken(let reason):
            let inside = Self.drawBorder(in: rect, on: &surface, theme: theme)
            let lines = VisibleText(reason, repertoire: surface.repertoire)
                .wrapped(columns: inside.columns, rows: max(0, inside.rows - 1))
            let top = inside.row + max(0, inside.rows - lines.count - 1) / 2
            surface.write("\u{00D7}", column: inside.column + inside.columns / 2, row: top, style: theme.failure)
            surface.write(lines, centeredIn: inside, row: top + 1, style: theme.quiet)
        case .noFrame:
            let inside = Self.drawBorder(in: rect, on: &surface, theme: theme)
            surface.write(
                Video.symbol, column: inside.column + inside.columns / 2, row: inside.row + inside.rows / 2,
                style: theme.quiet)
        case .loading:
            surface.write(
                "\u{2026}", column: rect.column + rect.columns / 2, row: rect.row + rect.rows / 2, style: theme.quiet)
        }
    }

    /// Draws a border, unless it would leave too little room for words, and returns the rectangle inside.
    private static func drawBorder(in rect: Rect, on surface: inout Surface, theme: Theme) -> Rect {
        guard rect.columns >= 8, rect.rows >= 3 else { return rect }
        surface.drawBox(rect, style: theme.quiet) { _ in }
        return Rect(column: rect.column + 1, row: rect.row + 1, columns: rect.columns - 2, rows: rect.rows - 2)
    }
}

/// A photo in a grid: its thumbnail with the title and possibly the date below, framed when selected.
struct PhotoTile {
    let photo: Photo
    let tile: Tile?
    let isSelected: Bool
    let isMarked: Bool
    /// Nil in the favorites tab, where every photo is a favorite and none shows a symbol.
    let isFavorite: Bool?
    let assessment: Assessment
    let labels: LabelNames
    let showsDate: Bool
    let theme: Theme

    /// The symbol of a favorite.
    static let heart = "\u{2665} "
    /// The symbol on a selected photo that isn't a favorite.
    static let noHeart = "\u{2661} "
    /// Precedes the number of photos of a burst.
    static let burst = "\u{25A3} "

    func draw(on surface: inout Surface, in rect: Rect) {
        let frame = frame(in: rect)
        tile?.draw(in: picture(in: rect), on: &surface, theme: theme, isDimmed: assessment.isRejected)
        frame.draw(
            title: photo.listTitle, details: dates, isSelected: isSelected, on: &surface, theme: theme)
        if let isFavorite, let position = heartPosition(in: rect) {
            let symbol = isFavorite ? Self.heart : Self.noHeart
            surface.write(
                isSelected ? " " + symbol : symbol, column: position.column - (isSelected ? 1 : 0), row: position.row,
                style: theme.accent)
        }
        var column = rect.column + 1
        if isMarked {
            column += surface.write(" \u{2713} ", column: column, row: frame.rect.row, style: theme.selected)
        }
        if !photo.burst.isEmpty {
            let sign = " \(Self.burst)\(UserFacingText.number(photo.burst.count)) "
            column += surface.write(sign, column: column, row: frame.rect.row, style: theme.accent)
        }
        drawAssessment(on: &surface, column: column, row: frame.rect.row, end: rect.endColumn - 5)
    }

    /// Draws the signs of the assessment, unless the row has no room for them beside the favorite symbol.
    private func drawAssessment(on surface: inout Surface, column: Int, row: Int, end: Int) {
        let signs = AssessmentSigns(assessment, labels: labels, theme: theme)
        guard !signs.isEmpty, column + signs.width + 2 <= end + 1 else { return }
        surface.write(" ", column: column, row: row)
        let used = signs.draw(on: &surface, column: column + 1, row: row)
        surface.write(" ", column: column + 1 + used, row: row)
    }

    /// The date, and what kind of date it is as far as there is room.
    private var dates: [String] {
        guard showsDate, let date = photo.date else { return [] }
        let day = UserFacingText.day(date, photo.datePrecision)
        return photo.dateKind == .modified ? [localized("modified \(day)"), localized("mod. \(day)"), day] : [day]
    }

    /// Returns the position of the favorite symbol; nil if none is shown. The selected photo also shows one if it isn't
    /// a favorite.
    func heartPosition(in rect: Rect) -> Rect? {
        guard let isFavorite, rect.rows > 1, rect.columns > 8, isFavorite || isSelected else { return nil }
        return Rect(column: rect.endColumn - 4, row: frame(in: rect).rect.row, columns: 2, rows: 1)
    }

    /// Returns the arrangement of the photo in a tile. It doesn't depend on the picture, so that the frame of the
    /// selection has the same size before and after the thumbnail has loaded.
    private func frame(in rect: Rect) -> TileFrame { TileFrame(tile: rect, captionRows: showsDate ? 2 : 1) }

    /// Returns the rectangle of the picture. Photos of any height stand on their titles; spare rows are above them.
    func picture(in rect: Rect) -> Rect {
        let whole = frame(in: rect).picture
        let rows = min(whole.rows, tile?.picture?.rows ?? .max)
        return Rect(column: whole.column, row: whole.endRow - rows, columns: whole.columns, rows: rows)
    }
}

/// The arrangement of a tile in a grid: the picture, the title below, a frame around both when selected, and possibly a
/// detail below the frame.
struct TileFrame {
    /// The frame around the picture and the title.
    let rect: Rect
    /// The rows of the tile below the frame.
    private let detailRows: Int

    /// - Parameter captionRows: The number of lines of text. A tile that is too low has no detail.
    init(tile: Rect, captionRows: Int) {
        detailRows = tile.rows > captionRows ? captionRows - 1 : 0
        rect = Rect(column: tile.column, row: tile.row, columns: tile.columns, rows: tile.rows - detailRows)
    }

    /// The rectangle of the picture. A low frame has no line on top.
    var picture: Rect {
        let top = rect.rows > 2 ? 1 : 0
        return Rect(
            column: rect.column + 1, row: rect.row + top, columns: rect.columns - 2,
            rows: max(0, rect.rows - 1 - top))
    }

    /// Draws everything but the picture.
    ///
    /// - Parameter details: Alternative texts for the last row, the longest first. The first that fits is drawn.
    func draw(title: String, details: [String], isSelected: Bool, on surface: inout Surface, theme: Theme) {
        if isSelected { Self.drawLines(around: rect, on: &surface, style: theme.accent) }
        let (text, start) = centered(title, surface.repertoire)
        surface.write(
            isSelected ? " \(text) " : text, column: isSelected ? start - 1 : start, row: rect.endRow - 1,
            style: isSelected ? theme.selected : theme.text)
        let widest = max(0, rect.columns - 4)
        let fitting = details.first { VisibleText($0, repertoire: surface.repertoire).width <= widest }
        guard detailRows > 0, let fitting else { return }
        let (line, column) = centered(fitting, surface.repertoire)
        surface.write(line, column: column, row: rect.endRow, style: theme.quiet)
    }

    /// Draws a frame in the outermost cells of a rectangle, unless there is no room for it.
    static func drawLines(around rect: Rect, on surface: inout Surface, style: Style) {
        guard rect.columns > 2, rect.rows > 2 else { return }
        let line = String(repeating: "\u{2501}", count: rect.columns - 2)
        surface.write("\u{250F}\(line)\u{2513}", column: rect.column, row: rect.row, style: style)
        surface.write("\u{2517}\(line)\u{251B}", column: rect.column, row: rect.endRow - 1, style: style)
        for row in (rect.row + 1)..<(rect.endRow - 1) {
            surface.write("\u{2503}", column: rect.column, row: row, style: style)
            surface.write("\u{2503}", column: rect.endColumn - 1, row: row, style: style)
        }
    }

    /// Fits a text between the sides of the frame, with a blank at each end. Returns it with the column where it starts.
    private func centered(_ text: String, _ repertoire: Repertoire) -> (String, Int) {
        let available = max(0, rect.columns - 4)
        let text = VisibleText(text, repertoire: repertoire)
        return (
            text.truncatedInMiddle(to: available),
            rect.column + 2 + max(0, (available - text.width(upTo: available)) / 2)
        )
    }
}
