import TerminalUI

/// Orders the changed cells of a small update by style and column, which takes fewer bytes than row by row.
///
/// Row by row, the selection frame around a photo takes two moves and two style changes per row. Column by column, each
/// cell takes a backspace and a line feed.
enum StrokeOrder {
    /// Larger updates, such as pictures, go row by row.
    static let maxCells = 256

    /// Returns the indices of the changed cells in these rows, grouped in the order to send them.
    ///
    /// Returns nil for larger updates and for those with wide characters or combining marks.
    static func groups(rows: [Int], from shown: NumberedFrame, to frame: NumberedFrame) -> [[Int]]? {
        guard shown.marks.allSatisfy(\.isEmpty), frame.marks.allSatisfy(\.isEmpty) else { return nil }
        var strokes: [Style: [Int: [Int]]] = [:]
        var count = 0
        for row in rows {
            var start: (style: Style, column: Int, next: Int)?
            for index in frame.cells(ofRow: row) where !frame.isSame(shown, at: index) {
                count += 1
                guard count <= maxCells, frame.scalars[index] != 0, shown.scalars[index] != 0 else { return nil }
                let style = Style(frame, at: index)
                if start?.style != style || start?.next != index {
                    start = (style, index % frame.size.columns, index)
                }
                strokes[style, default: [:]][start?.column ?? 0, default: []].append(index)
                start?.next = index + 1
            }
        }
        return strokes.sorted { $0.key < $1.key }.flatMap { $0.value.sorted { $0.key < $1.key }.map(\.value) }
    }

    private struct Style: Hashable, Comparable {
        let numbers: [Int32]

        init(_ frame: NumberedFrame, at index: Int) {
            let attributes = Int32(frame.attributes[index].subtracting(.picture).rawValue)
            numbers = [attributes, frame.foregrounds[index], frame.backgrounds[index]]
        }

        static func < (one: Style, other: Style) -> Bool { one.numbers.lexicographicallyPrecedes(other.numbers) }
    }
}
