import Albums
import CellArt
import Localization
import TerminalUI

/// Whose library it is, pinned at the top, and the albums below.
@MainActor
final class HomeScreen: LibraryScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: HomeViewModel
    private let settings: PictureSettings
    private let themes: ThemeSettings
    private let notices: Notices
    private let showHelp: ([HelpEntry]) -> Void
    private var layout = HomeLayout(size: Size(columns: 80, rows: 24))
    private var theme = Theme.mono

    init(
        viewModel: HomeViewModel, settings: PictureSettings, themes: ThemeSettings, notices: Notices,
        showHelp: @escaping ([HelpEntry]) -> Void
    ) {
        self.viewModel = viewModel
        self.settings = settings
        self.themes = themes
        self.notices = notices
        self.showHelp = showHelp
        viewModel.onStateChange = { [weak self] _ in self?.onNeedsDisplay() }
    }

    func appear() {
        viewModel.reload()
    }

    func libraryChanged() {
        viewModel.reload()
    }

    func disappear() {
        viewModel.rest()
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        layout = HomeLayout(size: size)
        theme = themes.theme(on: appearance)
        viewModel.layOut(
            columns: layout.columns, lines: layout.lines, linesPerRow: layout.linesPerRow,
            cover: TileRequest(
                columns: layout.cover.columns, rows: layout.cover.rows, style: settings.style(on: appearance),
                fills: true))
    }

    func handle(_ event: InputEvent) {
        TypingInput(
            keyMap: .home, isTyping: viewModel.state.search.isTyping, change: viewModel.changeSearch, run: run
        ).handle(event)
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        HomeHeader(
            owner: state.owner, isOwnerSelected: state.isOwnerSelected, totals: totals(in: state), tab: .albums,
            search: state.search, position: ListPosition(in: state.albums, isSearching: state.search.isActive),
            theme: theme
        ).draw(on: &surface)
        for row in state.albums.arrangement.cursor.visibleRows { draw(row, of: state, on: &surface) }
        GridMessages(empty: localized("No photos here"), noMatch: localized("No album matches"), theme: theme).draw(
            for: state.albums, isSearching: state.search.isActive, on: &surface, in: layout.listArea)
        BottomLine(notices: notices, hints: KeyMap.home.hints, theme: theme).draw(on: &surface)
    }

    /// How much the owner has, when one of several is chosen; else how much the library holds.
    private func totals(in state: HomeState) -> String {
        guard case .owner = state.scope else { return Words.totals(state.totals) }
        guard !state.search.isActive, let counts = state.albums.counts else { return "" }
        return Words.albums(counts.total ?? counts.available) + (counts.isComplete ? "" : " \u{2026}")
    }

    private func run(_ command: HomeCommand) {
        switch command {
        case .move(let move): viewModel.move(move)
        case .open: viewModel.openSelection()
        case .profile: viewModel.showProfile()
        case .chooseOwner: viewModel.chooseOwner()
        case .doctor: viewModel.showDoctor()
        case .show(let tab): viewModel.show(tab)
        case .retry: viewModel.retry()
        case .search: viewModel.changeSearch { $0.begin() }
        case .clearSearch: viewModel.changeSearch { $0.clear() }
        case .help: showHelp(KeyMap.home.helpEntries)
        case .quit: viewModel.quit()
        }
    }

    private func draw(_ row: GridCursor.Row, of state: HomeState, on surface: inout Surface) {
        if row.heading != nil,
            let owner = state.albums.window[row.items.lowerBound].flatMap({ state.owners[$0.ownerID] })
        {
            surface.write(
                owner.name, column: 1, row: HomeLayout.headerRows + row.line - 1, style: theme.accent,
                width: surface.size.columns - 2)
        }
        for (column, index) in row.items.enumerated() {
            guard let album = state.albums.window[index] else { continue }
            AlbumCard(
                album: album,
                cover: album.cover.map { state.covers[$0.id] } ?? state.missingDetails[album.id].map { .broken($0) },
                isSelected: index == state.albums.arrangement.selection && !state.isOwnerSelected,
                coverColumns: layout.cover.columns, theme: theme
            ).draw(on: &surface, in: layout.card(column: column, line: row.line))
        }
    }
}
