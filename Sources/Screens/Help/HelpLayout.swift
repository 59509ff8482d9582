import TerminalUI

/// Help entries in columns: groups under their headings, wrapped and balanced.
struct HelpLayout {
    enum Line {
        case heading(String)
        case entry(keys: String, help: String)
        case blank
    }

    let columns: [[Line]]
    let columnWidth: Int
    /// The columns before the descriptions.
    let keysWidth: Int

    /// Narrower columns would wrap nearly every description.
    private static let minColumnWidth = 27
    /// The columns before the keys.
    static let indent = 2

    /// The arrangement with the fewest lines; among equals, the one with the widest columns.
    init(_ entries: [HelpEntry], size: Size, repertoire: Repertoire, isForReaders: Bool) {
        let maxCount = isForReaders ? 1 : max(1, size.columns / Self.minColumnWidth)
        let layouts = (1...maxCount).map { HelpLayout(entries, count: $0, columns: size.columns, repertoire) }
        self = layouts.min { $0.height < $1.height } ?? layouts[0]
    }

    /// The number of lines of the longest column.
    var height: Int { columns.map(\.count).max() ?? 0 }

    private init(_ entries: [HelpEntry], count: Int, columns: Int, _ repertoire: Repertoire) {
        columnWidth = columns / count
        // `PgUp PgDn` has 9 columns.
        let maxKeysWidth = max(9, columnWidth / 4)
        let keyLines = entries.map { entry in
            VisibleText(entry.keys.joined(separator: " "), repertoire: repertoire)
                .wrapped(columns: maxKeysWidth, rows: 9)
        }
        keysWidth = 1 + (keyLines.joined().map { VisibleText($0, repertoire: repertoire).width }.max() ?? 0)
        let helpWidth = max(1, columnWidth - Self.indent - keysWidth - 1)
        let groups = HelpGroup.allCases.compactMap { group -> [Line]? in
            let lines = zip(entries, keyLines).filter { $0.0.group == group }.flatMap { entry, keys in
                let help = VisibleText(entry.help, repertoire: repertoire).wrapped(columns: helpWidth, rows: 9)
                return (0..<max(keys.count, help.count)).map { line in
                    Line.entry(
                        keys: keys.indices.contains(line) ? keys[line] : "",
                        help: help.indices.contains(line) ? help[line] : "")
                }
            }
            return lines.isEmpty ? nil : [.heading(group.title)] + lines
        }
        self.columns = Self.balanced(groups, count: count)
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
