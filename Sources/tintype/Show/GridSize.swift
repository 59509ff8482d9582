import ArgumentParser
import TerminalUI

/// A size in cells as it is typed, such as `80x24`; a part that is left out is as large as the terminal.
struct GridSize: ExpressibleByArgument, Hashable {
    var columns: Int?
    var rows: Int?

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, argument != "x" else { return nil }
        for part in parts where !part.isEmpty {
            guard let number = Int(part), (1...2000).contains(number) else { return nil }
        }
        columns = Int(parts[0])
        rows = Int(parts[1])
    }
}

extension Size {
    /// How much room there is to print a picture.
    ///
    /// - Parameters:
    ///   - wish: what was asked for.
    ///   - window: the terminal that is printed on, if it is one.
    ///   - environment: where fzf and shells tell the size of what they show.
    init(for wish: GridSize?, window: Size?, environment: [String: String]) {
        func number(_ name: String) -> Int? {
            environment[name].flatMap { Int($0) }.flatMap { (1...2000).contains($0) ? $0 : nil }
        }
        // The last row of a terminal is for what the shell prints next.
        let columns = window?.columns ?? number("FZF_PREVIEW_COLUMNS") ?? number("COLUMNS") ?? 80
        let rows = window.map { max(1, $0.rows - 1) } ?? number("FZF_PREVIEW_LINES") ?? number("LINES") ?? 24
        self.init(columns: wish?.columns ?? columns, rows: wish?.rows ?? rows)
    }
}
