import Glibc

/// A Markdown table.
struct TextTable {
    private let columns: [String]
    private var rows: [[String]] = []

    init(columns: [String]) {
        self.columns = columns
    }

    mutating func add(_ row: [String]) { rows.append(row) }

    func print() {
        for row in [columns, columns.map { _ in "---" }] + rows {
            Swift.print("| " + row.joined(separator: " | ") + " |")
        }
        fflush(nil)
    }

    /// Formats a number with only its significant digits.
    static func cell(_ number: Double) -> String {
        let steps = number < 2 ? 100.0 : number < 20 ? 10 : 1
        let rounded = (number * steps).rounded() / steps
        return number < 20 ? "\(rounded)" : "\(Int(rounded))"
    }
}
