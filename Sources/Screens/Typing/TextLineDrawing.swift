import TerminalUI

extension TextLine {
    /// Draws the prompt and the text, with the cursor while typing; returns the number of columns used.
    ///
    /// A long text is truncated around the cursor, with an ellipsis at the cut.
    @discardableResult
    func draw(
        on surface: inout Surface, prompt: String = "/", column: Int, row: Int, width: Int, theme: Theme
    ) -> Int {
        guard width > 1 else { return 0 }
        var used = surface.write(prompt, column: column, row: row, style: theme.accent, width: width)
        used += surface.write(
            visibleHead(columns: width - used, repertoire: surface.repertoire), column: column + used, row: row,
            style: theme.title, width: width - used)
        if isTyping { surface.cursor = Position(column: column + used, row: row) }
        return used + surface.write(tail, column: column + used, row: row, style: theme.title, width: width - used)
    }

    /// The visible text before the cursor, which leaves a third of the columns for the text after it.
    private func visibleHead(columns: Int, repertoire: Repertoire) -> String {
        guard columns > 1 else { return "" }
        func width(_ text: some StringProtocol) -> Int { VisibleText(String(text), repertoire: repertoire).width }
        // The cursor may be one column past the end of the text.
        let tailWidth = width(tail) + 1
        guard width(head) + tailWidth > columns else { return head }
        var room = columns - min(tailWidth, max(2, columns / 3))
        guard width(head) > room else { return head }
        room -= 1
        var start = head.endIndex
        while start > head.startIndex {
            let previous = head.index(before: start)
            room -= width(head[previous..<start])
            guard room >= 0 else { break }
            start = previous
        }
        return "\u{2026}" + head[start...]
    }
}
