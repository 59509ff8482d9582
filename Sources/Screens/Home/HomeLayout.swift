import TerminalUI

/// Where the parts of the home screen are, for a size of the terminal.
struct HomeLayout: Hashable {
    let size: Size
    /// How many albums stand side by side.
    let columns: Int
    let cover: Size
    /// The empty lines below each row of albums.
    let gap: Int

    /// The name, the address and the line of the list.
    static let headerRows = 3

    /// - Parameter isForReaders: whether an album is a line of text.
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

    /// The number of lines that a row of albums takes, the gap included.
    var linesPerRow: Int { max(1, cover.rows) + gap }

    /// Where the albums are.
    var listArea: Rect {
        Rect(
            column: 0, row: Self.headerRows, columns: size.columns, rows: max(1, size.rows - Self.headerRows - 1))
    }

    /// The places of the albums in view.
    func cards(in cursor: GridCursor) -> [(index: Int, rect: Rect)] {
        cursor.visibleRows.flatMap { row in
            row.items.enumerated().map { ($0.element, card(column: $0.offset, line: row.line)) }
        }
    }

    /// The place of an album in a row that begins at a line.
    private func card(column: Int, line: Int) -> Rect {
        let width = size.columns / columns
        return Rect(column: column * width, row: Self.headerRows + line, columns: width, rows: max(1, cover.rows))
    }
}
