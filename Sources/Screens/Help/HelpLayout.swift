import TerminalUI

/// Help entries in balanced columns, in groups under their headings. Each column is as wide as its longest entry; if
/// the columns don't fit side by side, long descriptions wrap.
struct HelpLayout {
    enum Line {
        case heading(String)
        case entry(keys: String, help: String)
        case blank
    }

    struct Column {
        let lines: [Line]
        /// The screen column where the headings begin.
        let start: Int
        /// The columns from the keys to the descriptions.
        let keysWidth: Int
        /// The screen column after the longest line.
        let end: Int

        fileprivate init(_ lines: [Line], start: Int, _ repertoire: Repertoire) {
            func width(_ text: String) -> Int { VisibleText(text, repertoire: repertoire).width }
            var (titleWidth, keysWidth, helpWidth) = (0, 0, 0)
            for line in lines {
                switch line {
                case .heading(let title): titleWidth = max(titleWidth, width(title))
                case .entry(let keys, let help):
                    keysWidth = max(keysWidth, width(keys) + HelpLayout.keysGap)
                    helpWidth = max(helpWidth, width(help))
                case .blank: break
                }
            }
            self.lines = lines
            self.start = start
            self.keysWidth = keysWidth
            end = start + max(titleWidth, HelpLayout.indent + keysWidth + helpWidth)
        }
    }

    /// A heading and the entries below it.
    private struct Group {
        let title: String
        let entries: [(keys: [String], help: VisibleText)]

        func lines(helpWidth: Int) -> [Line] {
            [.heading(title)]
                + entries.flatMap { keys, help in
                    let help = help.wrapped(columns: helpWidth, rows: 9)
                    return (0..<max(keys.count, help.count)).map { line in
                        Line.entry(
                            keys: keys.indices.contains(line) ? keys[line] : "",
                            help: help.indices.contains(line) ? help[line] : "")
                    }
                }
        }
    }

    let columns: [Column]
    /// The number of lines in all columns.
    private let lineCount: Int

    /// The number of lines of the longest column.
    var height: Int { columns.map(\.lines.count).max() ?? 0 }

    /// The columns before the keys.
    static let indent = 2
    /// The empty columns between the keys and the descriptions.
    private static let keysGap = 2
    /// The empty columns between two columns.
    private static let gap = 3
    /// The minimum width of descriptions in several columns; most would wrap in less.
    private static let minHelpWidth = 20

    /// Chooses the columns that scroll least; among equals, those that are short and wrap little.
    init(_ entries: [HelpEntry], size: Size, repertoire: Repertoire, isForReaders: Bool) {
        func width(_ text: String) -> Int { VisibleText(text, repertoire: repertoire).width }
        let widestKey = entries.flatMap(\.shortKeys).joined().map(width).max() ?? 0
        // `Ctrl-b Ctrl-f` has 13 columns.
        let maxKeysWidth = max(13, widestKey, size.columns / 7)
        let groups = HelpGroup.allCases.compactMap { group -> Group? in
            let entries = entries.filter { $0.group == group }.map { entry in
                (
                    keys: Self.keyLines(entry.shortKeys) { width($0) <= maxKeysWidth },
                    help: VisibleText(entry.help, repertoire: repertoire)
                )
            }
            return entries.isEmpty ? nil : Group(title: group.title, entries: entries)
        }
        let maxCount = isForReaders ? 1 : max(1, groups.count)
        let layouts = (1...maxCount).compactMap { HelpLayout(groups, count: $0, columns: size.columns, repertoire) }
        func cost(_ layout: HelpLayout) -> (Int, Int) {
            // A further column saves the blank line between two groups.
            let lineCount = layout.lineCount + layout.columns.count
            return (max(0, layout.height - size.rows), layout.height + 2 * lineCount)
        }
        self = layouts.min { cost($0) < cost($1) } ?? HelpLayout(columns: [])
    }

    /// Breaks the keys of an entry into lines: between groups if possible, and never inside the name of a key.
    private static func keyLines(_ groups: [[String]], fits: (String) -> Bool) -> [String] {
        var lines: [String] = []
        for group in groups {
            let whole = group.joined(separator: " ")
            for part in fits(whole) ? [whole] : group {
                if let last = lines.last, fits("\(last) \(part)") {
                    lines[lines.count - 1] = "\(last) \(part)"
                } else {
                    lines.append(part)
                }
            }
        }
        return lines
    }

    private init(columns: [Column]) {
        self.columns = columns
        lineCount = columns.reduce(0) { $0 + $1.lines.count }
    }

    /// Lays out groups in up to `count` columns, with descriptions as wide as possible; nil if they don't fit.
    private init?(_ groups: [Group], count: Int, columns: Int, _ repertoire: Repertoire) {
        let widest = min(groups.flatMap { $0.entries.map(\.help.width) }.max() ?? 1, columns)
        let narrowest = count == 1 ? 1 : min(widest, Self.minHelpWidth)
        for helpWidth in stride(from: widest, through: narrowest, by: -1) {
            let lines = groups.map { $0.lines(helpWidth: helpWidth) }
            let layout = HelpLayout(
                columns: Self.balanced(lines, count: count).reduce(into: []) { columns, lines in
                    columns.append(Column(lines, start: columns.last.map { $0.end + Self.gap } ?? 0, repertoire))
                })
            guard layout.columns.last?.end ?? 0 > columns, helpWidth > 1 else {
                self = layout
                return
            }
        }
        return nil
    }

    /// Distributes groups, in order and undivided, so that the longest column is as short as possible.
    private static func balanced(_ groups: [[Line]], count: Int) -> [[Line]] {
        var height = groups.map(\.count).max() ?? 0
        while true {
            var columns: [[Line]] = []
            for group in groups {
                if let last = columns.last, last.count + 1 + group.count <= height {
                    columns[columns.count - 1] += [.blank] + group
                } else {
                    columns.append(group)
                }
            }
            if columns.count <= count { return columns }
            height += 1
        }
    }
}
