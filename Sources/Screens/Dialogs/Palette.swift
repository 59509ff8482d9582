import Albums
import Localization
import TerminalUI

extension Menu<Int> {
    /// The command palette: finds commands by name. The answer is the index of one.
    static func palette(_ commands: [NamedAction]) -> Menu {
        let rows = commands.enumerated().map { Row($0, $1.title, details: [$1.key]) }
        return Menu(
            keys: .palette, title: "", rows: rows,
            search: Search(
                noMatch: { localized("No command matches \u{201C}\($0)\u{201D}") }, prompt: ": ",
                find: { typed, rows in
                    FuzzyMatch(typed).best(among: commands.map(\.title), synonyms: commands.map(\.synonyms))
                        .map { rows[$0] }
                }))
    }
}

extension KeyMap<MenuCommand> {
    /// All characters are typed into the search.
    fileprivate static let palette = KeyMap(
        nil,
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Run a command by name", hint: "run"),
            KeyBinding([Key(.up), Key(.character("p"), .control)], .move(.up), name: "up", help: "Move up"),
            KeyBinding([Key(.down), Key(.character("n"), .control)], .move(.down), name: "down", help: "Move down"),
            KeyBinding([Key(.pageUp)], .move(.pageUp), name: "page-up", help: "Page up"),
            KeyBinding([Key(.pageDown)], .move(.pageDown), name: "page-down", help: "Page down"),
        ])
}

/// Matches typed text against names: its characters must occur in the name in the same order.
struct FuzzyMatch {
    private let typed: [[UInt8]]

    init(_ typed: String) {
        self.typed = Self.folded(typed).filter { $0 != [UInt8(ascii: " ")] }
    }

    /// Returns the indices of the names that match, the best first; equally good names keep their order.
    ///
    /// - Parameter synonyms: other names for each name, separated by commas.
    func best(among names: [String], synonyms: [String]) -> [Int] {
        names.indices
            .compactMap { index in
                let isSynonym = begins(anyOf: synonyms[index])
                let scores = [score(of: names[index]), isSynonym ? typed.count * Self.wordStart : nil]
                return scores.compactMap(\.self).max().map { (index: index, score: $0) }
            }
            .sorted { ($1.score, $0.index) < ($0.score, $1.index) }
            .map(\.index)
    }

    /// Returns how well a name matches; nil if it doesn't. Characters at the beginning of words and runs of characters
    /// count more.
    func score(of name: String) -> Int? {
        guard !typed.isEmpty else { return 0 }
        let characters = Self.folded(name)
        /// For each position, the best score of the characters so far if the last of them is there.
        var scores: [Int?] = []
        for (index, character) in typed.enumerated() {
            var next: [Int?] = Array(repeating: nil, count: characters.count)
            /// The best score of the previous characters anywhere before the position.
            var earlier: Int?
            for position in characters.indices {
                if position > 0, index > 0 { earlier = [earlier, scores[position - 1]].compactMap { $0 }.max() }
                guard characters[position] == character else { continue }
                let isWordStart = position == 0 || characters[position - 1] == [UInt8(ascii: " ")]
                let own = isWordStart ? Self.wordStart : 1
                if index == 0 {
                    next[position] = own + (position == 0 ? Self.nameStart : 0)
                } else if let earlier {
                    let run = position > 0 ? scores[position - 1].map { $0 + Self.run } : nil
                    next[position] = own + max(earlier, run ?? earlier)
                }
            }
            scores = next
        }
        return scores.compactMap { $0 }.max()
    }

    /// Whether the text is the beginning of another name. One or two characters would find too many.
    private func begins(anyOf synonyms: String) -> Bool {
        typed.count > 2
            && synonyms.split(separator: ",").contains { name in
                Self.folded(String(name)).filter { $0 != [UInt8(ascii: " ")] }.starts(with: typed)
            }
    }

    private static let wordStart = 6
    private static let nameStart = 2
    private static let run = 4

    /// The characters without case and diacritics.
    private static func folded(_ text: String) -> [[UInt8]] {
        text.map { FoldedText(String($0)).bytes }
    }
}
