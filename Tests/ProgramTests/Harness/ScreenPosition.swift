import TestFixtures

/// A screen position, in reading order.
struct ScreenPosition: Comparable {
    let row: Int
    let column: Int

    static func < (left: ScreenPosition, right: ScreenPosition) -> Bool {
        (left.row, left.column) < (right.row, right.column)
    }
}

extension ScreenSession {
    /// Returns the position of the first occurrence of a text.
    func position(of text: String) throws -> ScreenPosition {
        for (index, row) in rows.enumerated() {
            if let range = row.firstRange(of: text) {
                return ScreenPosition(row: index, column: row.distance(from: row.startIndex, to: range.lowerBound))
            }
        }
        throw TimedOut("“\(text)” is not on the screen:\n\(self.text)")
    }
}
