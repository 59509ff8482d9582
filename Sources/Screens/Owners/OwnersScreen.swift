import Albums
import Localization
import TerminalUI

/// The owner picker: selects the owner of the albums on the home screen.
@MainActor
final class OwnersScreen: SearchableMenuScreen {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: OwnersViewModel
    var context: ScreenContext
    let keyMap: KeyMap<SearchableMenuCommand>

    init(viewModel: OwnersViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.owners.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func appear() {
        viewModel.countAlbums()
    }

    func disappear() {
        viewModel.suspend()
    }

    func draw(on surface: inout Surface) {
        let choices = viewModel.choices
        let position = choices.matches.isEmpty ? "" : position(in: choices)
        let end = size.columns - VisibleText(position).width - 1
        surface.write(position, column: end, row: 0, style: theme.quiet)
        let used = surface.write(
            localized("Show albums by"), column: 1, row: 0, style: theme.title, width: end - 2)
        if let search = choices.search.kept {
            surface.write(
                " \u{00B7} \(search)", column: 1 + used, row: 0, style: theme.accent, width: max(0, end - used - 2))
        }
        surface.drawRule(row: 1, theme: theme)
        if choices.matches.isEmpty {
            drawNoMatch(on: &surface, column: 1) { localized("No owners match \u{201C}\($0)\u{201D}") }
        }
        drawChoices(on: &surface) { choice, row, style, surface in
            draw(choices.matches[choice], row: row, style: style, on: &surface)
        }
        bottomLine.draw(on: &surface)
    }

    var bottomLine: BottomLine {
        let choices = viewModel.choices
        let hints =
            choices.search.hints(hasMatches: !choices.matches.isEmpty)
            ?? keyMap.hints(of: [.back, .choose, .search]) + context.helpHints
        return context.bottomLine(hints, search: choices.search)
    }

    /// Screen readers read each change aloud, so they get only the number of choices.
    private func position(in choices: MenuChoices<OwnersState.Choice>) -> String {
        theme.isForReaders
            ? UserFacingText.number(choices.matches.count)
            : UserFacingText.position(choices.cursor.selection + 1, of: choices.matches.count)
    }

    /// The width of a screen with room for addresses.
    private static let minColumnsForAddresses = 100
    /// The width of a screen with room for photo counts.
    private static let minColumnsForPhotos = 60

    private func draw(_ choice: OwnersState.Choice, row: Int, style: Style, on surface: inout Surface) {
        let (name, address) =
            switch choice {
            case .everyone: (localized("Everyone"), "")
            case .owner(let owner): (owner.name, owner.address.line)
            }
        let counts = countsText(of: choice)
        guard !theme.isForReaders else {
            let text = UserFacingText.list([name, counts, address].filter { !$0.isEmpty })
            surface.write(text, column: 2, row: row, style: style, width: size.columns - 2)
            return
        }
        let countsWidth = VisibleText(counts, repertoire: surface.repertoire).width
        let end = size.columns - (counts.isEmpty ? 0 : countsWidth + 1)
        surface.write(counts, column: end, row: row, style: theme.quiet)
        guard size.columns >= Self.minColumnsForAddresses else {
            surface.write(name, column: 2, row: row, style: style, width: end - 4)
            return
        }
        let nameWidth = size.columns / 3
        surface.write(name, column: 2, row: row, style: style, width: nameWidth - 2)
        surface.write(address, column: 2 + nameWidth, row: row, style: theme.quiet, width: end - nameWidth - 4)
    }

    /// Returns `10 albums, 500 photos`; empty until known.
    private func countsText(of choice: OwnersState.Choice) -> String {
        guard let counts = viewModel.state.counts[choice.scope] else { return "" }
        let photos = size.columns < Self.minColumnsForPhotos ? nil : counts.photos.map(UserFacingText.photos)
        return UserFacingText.list([UserFacingText.albums(counts.albums), photos].compactMap { $0 })
    }
}

extension KeyMap<SearchableMenuCommand> {
    static let owners = searchableMenu(
        "owners",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Show this owner's albums", hint: "choose"),
            KeyBinding([Key("/")], .search, help: "Search owners", hint: "search"),
        ])
}
