import TerminalUI

extension Surface {
    /// Marks a line of a list as the one that is selected: with a sign before it, or for readers with the cursor.
    mutating func markSelected(row: Int, theme: Theme) {
        if theme.isForReaders {
            // Who types has the cursor there.
            cursor = cursor ?? Position(column: 0, row: row)
        } else {
            write("\u{25B8}", column: 0, row: row, style: theme.accent)
        }
    }
}
