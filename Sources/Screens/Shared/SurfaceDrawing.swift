import TerminalUI

extension Surface {
    /// Marks a line of a list as selected: with a sign in front, or with the cursor in screen-reader mode.
    mutating func markSelected(row: Int, theme: Theme) {
        if theme.isForReaders {
            // A text field keeps the cursor.
            cursor = cursor ?? Position(column: 0, row: row)
        } else {
            write("\u{25B8}", column: 0, row: row, style: theme.accent)
        }
    }
}
