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
    }

    /// A heading and the entries below it.
    private struct Group {
        struct Entry {
            let keys: [String]
            let help: VisibleText
            let unwrapped: String
            /// The width of the unwrapped description.
            let helpWidth: Int

            init(keys: [String], help: VisibleText) {
                self.keys = keys
                self.help = help
                helpWidth = help.width
                unwrapped = help.truncatedInMiddle(to: helpWidth)
            }
        }

        let title: String
        let titleWidth: Int
        let entries: [Entry]
        /// The columns from the keys to the descriptions.
        let keysWidth: Int

        init(title: String, entries: [Entry], width: (String) -> Int) {
            self.title = title
            titleWidth = width(title)
            self.entries = entries
            keysWidth = HelpLayout.keysGap + (entries.lazy.flatMap(\.keys).map(width).max() ?? 0)
        }

        func wrapped(helpWidth: Int, width: (String) -> Int) -> WrappedGroup {
            var lines = [Line.heading(title)]
            var widest = 0
            for entry in entries {
                let fits = entry.helpWidth <= helpWidth
                let help = fits ? [entry.unwrapped] : entry.help.wrapped(columns: helpWidth, rows: 9)
                widest = max(widest, fits ? entry.helpWidth : help.map(width).max() ?? 0)
                for line in 0..<max(entry.keys.count, help.count) {
                    lines.append(
                        .entry(
                            keys: entry.keys.indices.contains(line) ? entry.keys[line] : "",
                            help: help.indices.contains(line) ? help[line] : ""))
                }
            }
            return WrappedGroup(lines: lines, titleWidth: titleWidth, keysWidth: keysWidth, helpWidth: widest)
        }
    }

    /// The lines of a group with wrapped descriptions, and their widths.
    private struct WrappedGroup {
        let lines: [Line]
        let titleWidth: Int
        let keysWidth: Int
        let helpWidth: Int
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
    static let gap = 3
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
                Group.Entry(
                    keys: Self.keyLines(entry.shortKeys) { width($0) <= maxKeysWidth },
                    help: VisibleText(entry.help, repertoire: repertoire))
            }
            return entries.isEmpty ? nil : Group(title: group.title, entries: entries, width: width)
        }
        let maxCount = isForReaders ? 1 : max(1, groups.count)
        // All numbers of columns share the wrapped groups, since wrapping takes most of the time.
        var wrapped: [Int: [WrappedGroup]] = [:]
        let layouts = (1...maxCount).compactMap { count in
            HelpLayout(groups, count: count, columns: size.columns) { helpWidth in
                if let known = wrapped[helpWidth] { return known }
                let new = groups.map { $0.wrapped(helpWidth: helpWidth, width: width) }
                wrapped[helpWidth] = new
                return new
            }
        }
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
    private init?(_ groups: [Group], count: Int, columns: Int, wrapped: (_ helpWidth: Int) -> [WrappedGroup]) {
        let widest = min(groups.flatMap { $0.entries.map(\.helpWidth) }.max() ?? 1, columns)
        let narrowest = count == 1 ? 1 : min(widest, Self.minHelpWidth)
        for helpWidth in stride(from: widest, through: narrowest, by: -1) {
            let groups = wrapped(helpWidth)
            let balanced = Self.balanced(groups, count: count)
            let starts = balanced.reduce(into: [0]) { starts, groups in
                starts.append(Self.end(of: groups, start: starts[starts.count - 1]) + Self.gap)
            }
            guard starts[balanced.count] - Self.gap > columns, helpWidth > 1 else {
                self.init(
                    columns: zip(balanced, starts).map { groups, start in
                        Column(
                            lines: Array(groups.map(\.lines).joined(separator: [.blank])), start: start,
                            keysWidth: groups.lazy.map(\.keysWidth).max() ?? 0)
                    })
                return
            }
        }
        return nil
    }

    /// Returns the screen column after the longest line of a column.
    private static func end(of groups: ArraySlice<WrappedGroup>, start: Int) -> Int {
        let keysWidth = groups.lazy.map(\.keysWidth).max() ?? 0
        let helpWidth = groups.lazy.map(\.helpWidth).max() ?? 0
        return start + max(groups.lazy.map(\.titleWidth).max() ?? 0, indent + keysWidth + helpWidth)
    }

    /// Distributes groups, in order and undivided, so that the longest column is as short as possible.
    private static func balanced(_ groups: [WrappedGroup], count: Int) -> [ArraySlice<WrappedGroup>] {
        var height = groups.lazy.map(\.lines.count).max() ?? 0
        while true {
            var starts: [Int] = []
            var lineCount = 0
            for (index, group) in groups.enumerated() {
                if !starts.isEmpty, lineCount + 1 + group.lines.count <= height {
                    lineCount += 1 + group.lines.count
                } else {
                    starts.append(index)
                    lineCount = group.lines.count
                }
            }
            if starts.count <= count {
                return zip(starts, starts.dropFirst() + [groups.count]).map { groups[$0..<$1] }
            }
            height += 1
        }
    }
}
