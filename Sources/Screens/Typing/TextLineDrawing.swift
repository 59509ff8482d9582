import TerminalUI

extension TextLine {
    /// Draws the line as `/text`, or after another prompt, with the cursor behind it while typing; returns the columns used.
    @discardableResult
    func draw(
        on surface: inout Surface, prompt: String = "/", column: Int, row: Int, width: Int, theme: Theme
    ) -> Int {
        guard width > 1 else { return 0 }
        var used = surface.write(prompt, column: column, row: row, style: theme.accent, width: width)
        used += surface.write(tail(fitting: width - used - 1), column: column + used, row: row, style: theme.title)
        if isTyping { surface.cursor = Position(column: column + used, row: row) }
        return used
    }

    /// The end of the text is what is being typed, so a long one loses its beginning.
    private func tail(fitting columns: Int) -> String {
        var tail = text.suffix(max(0, columns))
        while !tail.isEmpty, VisibleText(String(tail)).width > columns { tail.removeFirst() }
        return String(tail)
    }
}
