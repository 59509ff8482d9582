import TerminalUI

/// Where the parts of the home screen are, for a size of the terminal.
struct HomeLayout: Hashable {
    let size: Size
    /// How many albums stand side by side.
    let columns: Int
    /// How many rows of albums are in view.
    let visibleRows: Int
    let cover: Size

    /// The name, the address and the line of the list.
    static let headerRows = 3

    init(size: Size) {
        self.size = size
        let listRows = max(1, size.rows - Self.headerRows - 1)
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
        visibleRows = max(1, listRows / (coverRows + 1))
    }

    /// The place of an album, counted from the first in view.
    func card(_ place: Int) -> Rect {
        let width = size.columns / columns
        return Rect(
            column: place % columns * width, row: Self.headerRows + place / columns * (cover.rows + 1),
            columns: width, rows: cover.rows)
    }
}
