import ArgumentParser
import TerminalUI

/// A size in cells as a command-line argument, such as `80x24`; an omitted side defaults to the terminal's.
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
    /// Returns the space for printing a picture.
    ///
    /// - Parameters:
    ///   - requested: The requested size.
    ///   - window: The size of the terminal, if output goes to one.
    ///   - environment: Contains the size of the preview window in fzf, or of the terminal in shells.
    init(for requested: GridSize?, window: Size?, environment: [String: String]) {
        func number(_ name: String) -> Int? {
            environment[name].flatMap { Int($0) }.flatMap { (1...2000).contains($0) ? $0 : nil }
        }
        // Keep the last row for the shell's prompt.
        let columns = window?.columns ?? number("FZF_PREVIEW_COLUMNS") ?? number("COLUMNS") ?? 80
        let rows = window.map { max(1, $0.rows - 1) } ?? number("FZF_PREVIEW_LINES") ?? number("LINES") ?? 24
        self.init(columns: requested?.columns ?? columns, rows: requested?.rows ?? rows)
    }
}
