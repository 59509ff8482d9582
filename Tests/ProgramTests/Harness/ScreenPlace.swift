/// A screen position, in reading order.
struct ScreenPlace: Comparable {
    let row: Int
    let column: Int

    static func < (left: ScreenPlace, right: ScreenPlace) -> Bool {
        (left.row, left.column) < (right.row, right.column)
    }
}

extension ScreenSession {
    /// Returns the position of the first occurrence of a text.
    func place(of text: String) throws -> ScreenPlace {
        for (index, row) in rows.enumerated() {
            if let range = row.firstRange(of: text) {
                return ScreenPlace(row: index, column: row.distance(from: row.startIndex, to: range.lowerBound))
            }
        }
        throw TimedOut(description: "“\(text)” is not on the screen:\n\(self.text)")
    }
}
