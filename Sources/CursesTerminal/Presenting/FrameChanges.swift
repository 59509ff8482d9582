import TerminalUI

/// Differences between two frames of the same size.
extension NumberedFrame {
    /// Returns the indices of a row's cells.
    func cells(ofRow row: Int) -> Range<Int> {
        row * size.columns..<(row + 1) * size.columns
    }

    func isPicture(at index: Int) -> Bool {
        attributes[index].contains(.picture)
    }

    /// Returns whether ncurses would receive the same cell.
    func isSame(_ other: NumberedFrame, at index: Int) -> Bool {
        scalars[index] == other.scalars[index] && foregrounds[index] == other.foregrounds[index]
            && backgrounds[index] == other.backgrounds[index]
            && attributes[index].subtracting(.picture) == other.attributes[index].subtracting(.picture)
            && (marks.isEmpty && other.marks.isEmpty || marks[index] == other.marks[index])
    }

    mutating func copy(_ index: Int, from other: NumberedFrame) {
        scalars[index] = other.scalars[index]
        foregrounds[index] = other.foregrounds[index]
        backgrounds[index] = other.backgrounds[index]
        attributes[index] = other.attributes[index]
        if !marks.isEmpty || !other.marks.isEmpty { marks[index] = other.marks[index] }
    }

    mutating func copyRow(_ row: Int, from other: NumberedFrame) {
        for index in cells(ofRow: row) { copy(index, from: other) }
    }

    /// Copies a row except for its picture cells, which stay unchanged.
    mutating func copyText(ofRow row: Int, from other: NumberedFrame) {
        // Half of a wide character can't stay.
        let staying = cells(ofRow: row).filter { other.isPicture(at: $0) && !isHalf($0, ofRow: row) }
        let kept = staying.map { (scalars[$0], foregrounds[$0], backgrounds[$0], attributes[$0], marks[$0]) }
        copyRow(row, from: other)
        for (index, cell) in zip(staying, kept) {
            (scalars[index], foregrounds[index], backgrounds[index], attributes[index]) =
                (cell.0, cell.1, cell.2, cell.3)
            if let cellMarks = cell.4 { marks[index] = cellMarks }
        }
    }

    /// Returns whether many rows match rows of another frame at a vertical offset: ncurses then scrolls.
    func isScrolled(from other: NumberedFrame) -> Bool {
        guard other.size == size, size.rows > 3 else { return false }
        let hashes = (0..<size.rows).map(rowHash)
        let otherHashes = (0..<size.rows).map(other.rowHash)
        let changed = (0..<size.rows).filter { hashes[$0] != otherHashes[$0] }
        return (1..<size.rows - 2).contains { distance in
            [distance, -distance].contains { shift in
                let found = changed.count {
                    otherHashes.indices.contains($0 + shift) && hashes[$0] == otherHashes[$0 + shift]
                }
                return found >= 3 && 2 * found >= changed.count
            }
        }
    }

    private func isHalf(_ index: Int, ofRow row: Int) -> Bool {
        scalars[index] == 0 || index + 1 < cells(ofRow: row).upperBound && scalars[index + 1] == 0
    }

    private func rowHash(_ row: Int) -> Int {
        var hasher = Hasher()
        for index in cells(ofRow: row) {
            hasher.combine(scalars[index])
            hasher.combine(foregrounds[index])
            hasher.combine(backgrounds[index])
        }
        return hasher.finalize()
    }
}
