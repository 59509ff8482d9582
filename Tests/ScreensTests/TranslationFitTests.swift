import Albums
import Foundation
import Localization
import TerminalUI
import Testing

@testable import Screens

/// Checks that translations fit a terminal of 80 columns.
@MainActor
@Suite("Translations on the screen", .timeLimit(.minutes(60)))
struct TranslationFitTests {
    private static let columns = 80

    /// The hints and help of every screen, in the current trial language.
    private var lists: [(hints: [Hint], help: [HelpEntry])] {
        func list<Command>(_ keyMap: KeyMap<Command>) -> (hints: [Hint], help: [HelpEntry]) {
            (keyMap.hints(), keyMap.helpEntries)
        }
        let share = KeyMap.share(ShareOption.allCases, of: SharedPhotos([]), canOpen: true)
        return [
            list(.home), list(.owners), list(.viewer), list(.photoGrid(tab: nil)), list(share),
            list(.photoGrid(tab: .feed)), list(.photoGrid(tab: .favorites)), list(.photoPage), list(.page),
        ]
    }

    private func width(_ text: String) -> Int {
        setlocale(LC_CTYPE, "C.UTF-8")
        return VisibleText(text).width
    }

    @Test("Help fits its columns", arguments: Language.allCases)
    func help(language: Language) {
        Catalog.$trial.withValue(Catalog(language)) {
            for (_, entries) in lists {
                for columns in [40, Self.columns, 120] {
                    let layout = HelpLayout(
                        entries, size: Size(columns: columns, rows: 24), repertoire: .unicode, isForReaders: false)
                    // A column ends before the gap to the next one, or at the edge of the screen.
                    let ends = layout.columns.dropFirst().map { $0.start - HelpLayout.gap } + [columns]
                    for (column, end) in zip(layout.columns, ends) {
                        for case .heading(let title) in column.lines { #expect(column.start + width(title) <= end) }
                        for case .entry(let keys, let help) in column.lines {
                            #expect(width(keys) < column.keysWidth)
                            #expect(column.start + HelpLayout.indent + column.keysWidth + width(help) <= end)
                            #expect(!help.contains("\u{2026}"))
                        }
                    }
                }
            }
        }
    }

    @Test("The first four hints fit the bottom line, help included", arguments: Language.allCases)
    func hints(language: Language) {
        Catalog.$trial.withValue(Catalog(language)) {
            for (hints, _) in lists {
                let first = hints.prefix(4)
                let required = first.reduce(1) { $0 + width($1.keyText + " " + $1.label) + 2 }
                #expect(required <= Self.columns, "\(first.map(\.label))")
            }
        }
    }

    @Test("Text without spaces is wrapped at the end of the line")
    func wrapping() {
        setlocale(LC_CTYPE, "C.UTF-8")
        let text = VisibleText("ab \u{5199}\u{771F}\u{5199}\u{771F} cd")
        #expect(text.wrapped(columns: 8, rows: 3) == ["ab \u{5199}\u{771F}", "\u{5199}\u{771F} cd"])
    }

    @Test("The home tabs leave room for a search", arguments: Language.allCases)
    func tabs(language: Language) {
        Catalog.$trial.withValue(Catalog(language)) {
            #expect(Capabilities().sections.reduce(0) { $0 + width(localized($1.title)) + 2 } <= 36)
        }
    }

    @Test("Screens are translated and truncate no words", arguments: Language.allCases)
    func screens(language: Language) async {
        await Catalog.$trial.withValue(Catalog(language)) {
            let stage = TestStage(library: InMemoryLibrary())
            await stage.open("Album 1")
            let home = stage.text
            stage.type("?")
            let help = stage.text
            #expect(help.hasPrefix(" " + localized("Keys")))
            stage.press(Key(.escape), Key(.enter))
            await stage.see("1/48")
            stage.type("s")
            await stage.see(localized("Save the original"))
            let share = stage.text
            stage.press(Key(.escape), Key("i"))
            await stage.see(localized("Description"))
            for text in [home, help, share, stage.text] { #expect(!text.contains("\u{2026}"), "\(text)") }
        }
    }
}
