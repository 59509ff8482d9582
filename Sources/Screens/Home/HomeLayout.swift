import Albums
import TerminalUI

/// The layout of the home screen for a terminal size.
struct HomeLayout: Hashable {
    let size: Size
    /// The number of albums side by side.
    let columns: Int
    let cover: Size
    /// The number of empty lines below each row of albums.
    let gap: Int

    /// The lines for the name, the address and the tabs.
    static let headerRows = 3

    /// - Parameter isForReaders: whether to show each album as a line of text, for screen readers.
    init(size: Size, isForReaders: Bool = false) {
        self.size = size
        let listRows = max(1, size.rows - Self.headerRows - 1)
        guard !isForReaders else {
            cover = Size(columns: 0, rows: 0)
            columns = 1
            gap = 0
            return
        }
        let coverRows =
            switch listRows {
            case 90...: 12
            case 44...: 8
            case 30...: 6
            case 15...: 4
            case 7...: 3
            default: max(1, listRows - 1)
            }
        cover = Size(columns: max(1, min(coverRows * 2, size.columns / 3)), rows: coverRows)
        columns = max(1, size.columns / (cover.columns + 26))
        gap = 1
    }

    /// The height of a row of albums in lines, including the gap.
    var linesPerRow: Int { max(1, cover.rows) + gap }

    /// The area of the albums.
    var listArea: Rect {
        Rect(
            column: 0, row: Self.headerRows, columns: size.columns, rows: max(1, size.rows - Self.headerRows - 1))
    }

    /// Returns the rectangle of an album.
    func card(of item: GridState<Album>.Item) -> Rect {
        let width = size.columns / columns
        return Rect(
            column: item.column * width, row: Self.headerRows + item.line, columns: width, rows: item.height)
    }
}
