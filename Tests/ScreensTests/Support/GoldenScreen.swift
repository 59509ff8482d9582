import Foundation
import TerminalUI
import Testing

/// Golden screens: tests that compare the whole screen with a literal. docs/Testing.md says how to read and update them.
extension TestStage {
    /// Waits until the whole screen looks as expected. On failure the message contains the changed lines and then the
    /// actual screen, ready to be pasted.
    func shows(
        _ expected: String, file: String = #filePath, line: Int = #line,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let actual = await lastingScreen(expected: expected)
        guard actual != expected else { return }
        if ProcessInfo.processInfo.environment["TINTYPE_UPDATE_SCREENS"] != nil {
            GoldenSource.replace(at: line, of: file, with: actual)
        } else {
            Issue.record(
                "The screen has changed:\n\(Self.difference(expected, actual))\nActual screen:\n\(actual)",
                sourceLocation: sourceLocation)
        }
    }

    /// The lines of the screen. Below a line with cells in reverse video, `^` marks them; `_` marks the cursor.
    var screen: String {
        let surface = surface
        var lines: [String] = []
        for (row, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            lines.append(String(line))
            var marks = (0..<surface.size.columns).map { column in
                let style = surface.cell(column: column, row: row)?.style
                return style?.attributes.contains(.reverse) == true ? "^" : " "
            }
            if let cursor = surface.cursor, cursor.row == row { marks[cursor.column] = "_" }
            while marks.last == " " { marks.removeLast() }
            if !marks.isEmpty { lines.append(marks.joined()) }
        }
        return lines.joined(separator: "\n")
    }

    /// Waits until the screen is as expected or no longer changes, and returns it.
    func lastingScreen(expected: String? = nil) async -> String {
        // A screen that differs may only be late, because other tests share the processor. The longer wait slows
        // down only tests that fail or rewrite their literals.
        let minStableTime = Duration.seconds(expected == nil ? 2 : 15)
        // On a busy computer one look can take longer than that, and work that changes the screen waits just as long.
        let minStableLooks = 20
        var last = screen
        var lastChange = ContinuousClock.now
        var stableLooks = 0
        while stableLooks < minStableLooks || lastChange.duration(to: .now) < minStableTime {
            await settle()
            let now = screen
            if now == last, now == expected { break }
            stableLooks += 1
            if now != last { (last, lastChange, stableLooks) = (now, .now, 0) }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return last
    }

    private static func difference(_ expected: String, _ actual: String) -> String {
        let before = expected.components(separatedBy: "\n")
        let after = actual.components(separatedBy: "\n")
        let difference = after.difference(from: before)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let index, _, _): removed.insert(index)
            case .insert(let index, _, _): inserted.insert(index)
            }
        }
        var lines: [String] = []
        var (old, new) = (0, 0)
        while old < before.count || new < after.count {
            if removed.contains(old) {
                lines.append("- " + before[old])
                old += 1
            } else if inserted.contains(new) {
                lines.append("+ " + after[new])
                new += 1
            } else {
                (old, new) = (old + 1, new + 1)
            }
        }
        return lines.joined(separator: "\n")
    }
}

/// Rewrites expected screens in the source code.
@MainActor
private enum GoldenSource {
    /// The number of lines added by each earlier replacement, by file and original line.
    private static var shifts: [String: [(line: Int, added: Int)]] = [:]

    /// Replaces the first multi-line string literal from a line on.
    static func replace(at line: Int, of file: String, with screen: String) {
        guard let source = try? String(contentsOfFile: file, encoding: .utf8) else { return }
        var lines = source.components(separatedBy: "\n")
        let start = line - 1 + shifts[file, default: []].reduce(0) { $1.line < line ? $0 + $1.added : $0 }
        guard let opening = lines[start...].firstIndex(where: { $0.hasSuffix("\"\"\"") }),
            let closing = lines[(opening + 1)...].firstIndex(where: { $0.contains("\"\"\"") })
        else { return }
        let indentation = String(lines[closing].prefix { $0 == " " })
        let escaped = screen.replacingOccurrences(of: "\\", with: "\\\\")
        let literal = escaped.components(separatedBy: "\n").map { $0.isEmpty ? "" : indentation + $0 }
        lines.replaceSubrange((opening + 1)..<closing, with: literal)
        shifts[file, default: []].append((line, literal.count - (closing - opening - 1)))
        try? lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    }
}
