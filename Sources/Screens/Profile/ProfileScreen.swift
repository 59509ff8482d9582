import Albums
import TerminalUI

/// Everything that is known of an owner; any key but the moves goes back.
@MainActor
final class ProfileScreen: Screen {
    var onNeedsDisplay: () -> Void = {}

    private let owner: Owner
    private let entries: ProfileEntries
    private let goBack: () -> Void
    private var size = Size(columns: 80, rows: 24)
    private var theme = Theme(for: TerminalAppearance(colors: .none, repertoire: .unicode))

    init(owner: Owner, totals: LibraryTotals?, goBack: @escaping () -> Void) {
        self.owner = owner
        entries = ProfileEntries(owner: owner, totals: totals)
        self.goBack = goBack
    }

    func appear() {}

    func disappear() {}

    func layOut(size: Size, appearance: TerminalAppearance) {
        self.size = size
        theme = Theme(for: appearance)
    }

    func handle(_ event: InputEvent) {
        if case .key = event { goBack() }
    }

    func draw(on surface: inout Surface) {
        surface.write(owner.name, column: 1, row: 0, style: theme.title, width: size.columns - 2)
        surface.write(owner.address.line, column: 1, row: 1, style: theme.quiet, width: size.columns - 2)
        surface.write(String(repeating: "\u{2500}", count: size.columns), column: 0, row: 2, style: theme.quiet)
        for (line, entry) in entries.entries.prefix(max(0, size.rows - 4)).enumerated() {
            surface.write(entry.label, column: 1, row: 3 + line, style: theme.quiet, width: 10)
            surface.write(entry.value, column: 12, row: 3 + line, style: theme.text, width: size.columns - 13)
        }
        surface.write("Any key goes back", column: 1, row: size.rows - 1, style: theme.quiet)
    }
}
