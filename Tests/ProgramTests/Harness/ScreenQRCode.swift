extension ScreenSession {
    /// The modules of the QR code on the screen, row by row, without the quiet zone; nil without a code.
    ///
    /// A cell holds two modules, one above the other, each black or white.
    var modulesOfQRCode: [[Bool]]? {
        let rows = (0..<emulator.size.rows - 1).flatMap { row in
            let cells = (0..<emulator.size.columns).map { cell(column: $0, row: row) }
            return [cells.map { Self.isWhite($0, upper: true) }, cells.map { Self.isWhite($0, upper: false) }]
        }
        let painted = rows.indices.filter { rows[$0].contains { $0 != nil } }
        guard let top = painted.first, let bottom = painted.last, let left = rows[top].firstIndex(where: { $0 != nil }),
            let right = rows[top].lastIndex(where: { $0 != nil })
        else {
            return nil
        }
        let quiet = 4
        let side = right - left + 1
        guard bottom - top + 1 == side + 1 else { return nil }
        let square = rows[top..<top + side].map { Array($0[left...right]) }
        let isFramed = square.enumerated().allSatisfy { row, line in
            line.enumerated().allSatisfy { column, isWhite in
                let inner = quiet..<side - quiet
                return inner.contains(row) && inner.contains(column) || isWhite == true
            }
        }
        guard isFramed else { return nil }
        return square[quiet..<side - quiet].map { $0[quiet..<side - quiet].map { $0 == false } }
    }

    /// Returns nil if the half cell is neither black nor white.
    private static func isWhite(_ cell: EmulatedCell, upper: Bool) -> Bool? {
        let black = EmulatedCell.Color.rgb(red: 0, green: 0, blue: 0)
        let white = EmulatedCell.Color.rgb(red: 255, green: 255, blue: 255)
        let isForeground =
            switch cell.text {
            case "\u{2588}": true
            case "\u{2580}": upper
            case "\u{2584}": !upper
            default: false
            }
        switch isForeground ? cell.foreground : cell.background {
        case black: return false
        case white: return true
        default: return nil
        }
    }
}
