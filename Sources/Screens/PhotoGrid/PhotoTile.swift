import Albums
import Localization
import TerminalUI

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
        let day = UserFacingText.day(date)
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
