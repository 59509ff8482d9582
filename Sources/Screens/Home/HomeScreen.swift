import Albums
import CellArt
import Localization
import TerminalUI

/// The home screen: the owner pinned at the top, with the albums below.
@MainActor
final class HomeScreen: CommandScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: HomeViewModel
    private(set) var context: ScreenContext
    let keyMap: KeyMap<HomeCommand>
    private var layout = HomeLayout(size: Size(columns: 80, rows: 24))

    init(viewModel: HomeViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.home.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func appear() {
        viewModel.reload()
    }

    func reload() {
        viewModel.reload()
    }

    func disappear() {
        viewModel.suspend()
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        layout = HomeLayout(size: size, isForReaders: theme.isForReaders)
        viewModel.layOut(
            columns: layout.columns, lines: layout.listArea.rows, linesPerRow: layout.linesPerRow,
            gap: layout.gap,
            cover: theme.isForReaders
                ? nil
                : TileRequest(
                    columns: layout.cover.columns, rows: layout.cover.rows, style: context.style,
                    fills: true))
    }

    var isTyping: Bool { viewModel.state.search.isTyping }

    func changeText(_ change: (inout TextField) -> Void) {
        viewModel.changeSearch(change)
    }

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point): click(at: point)
        case .doubleClick(let point): if album(at: point) != nil { viewModel.openSelection() }
        case .scrollUp: viewModel.move(.scrollUp)
        case .scrollDown: viewModel.move(.scrollDown)
        case .drag: break
        }
    }

    private func click(at point: Position) {
        if let album = album(at: point) {
            viewModel.select(album)
        } else if let key = bottomLine.key(at: point) {
            handle(.key(key))
        } else {
            switch header(of: viewModel.state).target(at: point, repertoire: appearance.repertoire) {
            case .tab(let tab): viewModel.show(tab)
            case .owner: viewModel.showProfile()
            case nil: break
            }
        }
    }

    private func album(at point: Position) -> Int? {
        viewModel.state.albums.items.first { layout.card(of: $0).contains(point) }?.index
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        header(of: state).draw(on: &surface)
        drawHeadings(of: state, on: &surface)
        for item in state.albums.items { draw(item, of: state, on: &surface) }
        GridMessages(
            empty: empty(in: state), noMatch: { localized("No albums match \u{201C}\($0)\u{201D}") },
            query: state.search.text, retryKey: keyMap.label(for: .retry), theme: theme
        ).draw(for: state.albums, isSearching: state.search.isActive, on: &surface, in: layout.listArea)
        bottomLine.draw(on: &surface)
    }

    private func header(of state: HomeState) -> HomeHeader {
        HomeHeader(
            owner: state.owner, isOwnerSelected: state.isOwnerSelected, totals: totals(in: state), tab: .albums,
            search: state.search, order: state.order.label(state.dateKind).map(localized),
            position: state.search.isActive || state.albums.isGrowing
                ? state.albums.positionText(isSearching: state.search.isActive, isForReaders: theme.isForReaders) : nil,
            theme: theme)
    }

    private var bottomLine: BottomLine {
        let state = viewModel.state
        let hints =
            state.search.hints()
            ?? (state.albums.isSelectionPending
                ? keyMap.hints(only: .clearSearch, as: localized("stop", context: "hint")) : nil)
            ?? keyMap.hints()
        return context.bottomLine(hints, below: state.albums.shownFailure)
    }

    /// Returns the number of the owner's albums if an owner was chosen, or else the totals of the library.
    private func totals(in state: HomeState) -> String {
        guard case .owner = state.scope else {
            return UserFacingText.totals(state.totals, ofEveryone: state.owners.count > 1)
        }
        guard !state.search.isActive, let counts = state.albums.counts else { return "" }
        return counts.total.map(UserFacingText.albums) ?? UserFacingText.albums(counts.available)
            + (counts.isComplete ? "" : " \u{2026}")
    }

    /// Returns the message for an empty album list.
    private func empty(in state: HomeState) -> String {
        guard let unshown = state.totals?.unshown, unshown.count > 0 else { return localized("No photos here") }
        return UserFacingText.unshown(unshown)
    }

    func run(_ command: HomeCommand) {
        switch command {
        case .move(let move): viewModel.move(move)
        case .open: viewModel.openSelection()
        case .profile: viewModel.showProfile()
        case .chooseOwner: viewModel.chooseOwner()
        case .changeOrder: viewModel.changeOrder()
        case .doctor: viewModel.showDoctor()
        case .show(let tab): viewModel.show(tab)
        case .retry: viewModel.retry()
        case .search: viewModel.changeSearch { $0.begin() }
        case .clearSearch:
            guard !viewModel.clear() else { return }
            context.notices.explain(.nothingToGoBackTo(quitKey: keyMap.label(for: .quit)))
        case .help: viewModel.showHelp(keyMap.helpEntries)
        case .quit: viewModel.quit()
        }
    }

    private func drawHeadings(of state: HomeState, on surface: inout Surface) {
        for heading in state.albums.headings {
            guard let album = heading.element, let owner = state.owners[album.ownerID] else { continue }
            surface.write(
                owner.name, column: 1, row: HomeLayout.headerRows + heading.line, style: theme.accent,
                width: surface.size.columns - 2)
        }
    }

    private func cover(of album: Album, in state: HomeState) -> Tile? {
        if let cover = album.cover { return state.covers[cover.id] }
        if let reason = state.missingDetails[album.id] { return .broken(reason) }
        return state.slowDetails.contains(album.id) ? .loading : nil
    }

    private func draw(_ item: GridState<Album>.Item, of state: HomeState, on surface: inout Surface) {
        guard let album = item.element else { return }
        let isSelected = item.index == state.albums.selection && !state.isOwnerSelected
        let rect = layout.card(of: item)
        guard !theme.isForReaders else {
            return AlbumLine(album: album, isSelected: isSelected, theme: theme).draw(on: &surface, in: rect)
        }
        AlbumCard(
            album: album, cover: cover(of: album, in: state), isSelected: isSelected,
            coverColumns: layout.cover.columns, theme: theme
        ).draw(on: &surface, in: rect)
    }
}
