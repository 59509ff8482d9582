import Albums
import CellArt
import Localization
import TerminalUI

/// The home screen: the owner pinned at the top, with the albums below.
@MainActor
final class HomeScreen: TileScreen {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: HomeViewModel
    var context: ScreenContext
    let keyMap: KeyMap<HomeCommand>
    var arranged: TileLayout?

    init(viewModel: HomeViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        let pane = viewModel.state.pane
        keyMap = KeyMap.home(viewModel.state.section, of: pane.sections, hasFolders: pane.isFolder).with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.stateChanged() }
    }

    var layoutOfState: TileLayout {
        let state = viewModel.state
        guard !theme.isForReaders else { return TileLayout(linesOf: size, headerRows: HomePane.rows) }
        return TileLayout(
            albumsOn: size, hasHeadings: state.hasHeadings,
            .init(
                headerRows: HomePane.rows, tiles: state.tileSize, cellAspect: appearance.cellAspect))
    }

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point): click(at: point)
        case .doubleClick(let point): doubleClick(at: point)
        case .scrollUp: viewModel.move(.scrollUp)
        case .scrollDown: viewModel.move(.scrollDown)
        case .drag, .controlClick, .rightClick: break
        }
    }

    private func click(at point: Position) {
        if let item = item(at: point) {
            let state = viewModel.state
            let isSelected = item.index == state.albums.selection && !state.isOwnerSelected
            viewModel.select(item.index)
            if isSelected || item.element?.folder != nil { viewModel.openSelection() }
        } else {
            switch header(of: viewModel.state).target(
                at: point, columns: size.columns, repertoire: appearance.repertoire)
            {
            case .tab(let tab): viewModel.show(tab)
            case .owner: viewModel.showProfile()
            case .owners: viewModel.chooseOwner()
            case nil: break
            }
        }
    }

    func press(_ key: Key) {
        // Switching tabs would end the search.
        if isTyping, key.code == .tab { return explainUnused(key) }
        if let command = keyMap.command(for: key) { run(command) } else { explainUnused(key) }
    }

    /// Opens an album. A folder that the first click opened may have scrolled another item under the pointer.
    private func doubleClick(at point: Position) {
        guard let item = item(at: point), item.element?.album != nil,
            item.index == viewModel.state.albums.selection
        else { return }
        viewModel.openSelection()
    }

    private func item(at point: Position) -> GridState<AlbumTree.Item>.Item? {
        guard layout.area.contains(point) else { return nil }
        return viewModel.state.albums.items.first { $0.element != nil && rect(of: $0).contains(point) }
    }

    /// Returns the rectangle of a tile or of a folder's line.
    private func rect(of item: GridState<AlbumTree.Item>.Item) -> Rect {
        guard item.element?.folder != nil else { return layout.rect(of: item) }
        return Rect(column: 0, row: layout.area.row + item.line, columns: size.columns, rows: 1)
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        drawHeadings(of: state, on: &surface)
        for item in state.albums.items { draw(item, of: state, on: &surface) }
        // Tiles may begin above the view or end below it, so the rest is drawn over them.
        clearAroundList(on: &surface)
        header(of: state).draw(on: &surface)
        if state.albums.hasMessage {
            messages(for: state).draw(
                for: state.albums, isSearching: state.search.isActive, on: &surface, in: layout.area)
        }
        bottomLine.draw(on: &surface)
    }

    private func messages(for state: HomeState) -> GridMessages {
        GridMessages(
            empty: empty(in: state), emptyWayOut: localized("Press \(keyMap.label(for: .retry)) to reload"),
            noMatch: { [localized("No albums match \u{201C}\($0)\u{201D}")] },
            noMatchWayOut: searchHelp(in: state)?.text
                ?? (SearchQuery(state.search.text).fields.isEmpty
                    ? localized("To find photos, search the feed (\(keyMap.label(for: .show(.feed))))")
                    : localized("Press \(keyMap.label(for: .clearSearch)) to clear the search")),
            query: state.search.text, retryKey: keyMap.label(for: .retry),
            doctorKey: context.programKeys.label(for: .doctor),
            theme: theme)
    }

    private func header(of state: HomeState) -> HomeHeader {
        HomeHeader(
            pane: state.pane, isOwnerSelected: state.isOwnerSelected, ownersKey: keyMap.label(for: .chooseOwner),
            totals: totals(in: state), tab: state.section, search: state.search.kept,
            isSearching: state.search.isActive,
            order: state.order.label(state.capabilities.dateKind).map(localized),
            position: position(in: state), theme: theme)
    }

    /// The number of marked photos and, without folders and headings, the position in the list.
    private func position(in state: HomeState) -> String? {
        let albums = state.albums
        if !albums.hasHeadingItems, state.search.isActive || albums.isGrowing || albums.count > 0 {
            return albums.positionText(
                isSearching: state.search.isActive, marked: state.markCount, isForReaders: theme.isForReaders)
        }
        return state.markCount > 0 ? UserFacingText.marked(state.markCount) : nil
    }

    var bottomLine: BottomLine {
        let state = viewModel.state
        let hints =
            state.search.hints(hasMatches: state.albums.count > 0)
            ?? (state.albums.isSelectionPending
                ? keyMap.hints(only: .clearSearch, as: localized("stop", context: "hint")) : nil)
            ?? commandHints(in: state)
        return context.bottomLine(
            hints, below: state.albums.shownFailure, search: state.search,
            searchHelp: state.search.isTyping ? searchHelp(in: state) : nil, selection: selectionLine(in: state))
    }

    private func selectionLine(in state: HomeState) -> SelectionLine? {
        guard !theme.isForReaders, layout.hasSelectionLine, !state.isOwnerSelected, let item = state.albums.selected
        else { return nil }
        return SelectionLine(item, state.capabilities.dateKind, theme: theme)
    }

    private func searchHelp(in state: HomeState) -> SearchHelp? {
        SearchHelp(
            forAlbums: state.search.text, in: state.capabilities, feedKey: keyMap.label(for: .show(.feed)))
    }

    /// The hints of useful commands; the key that clears a kept search follows help.
    private func commandHints(in state: HomeState) -> [Hint] {
        var labels: [HomeCommand: String] = [
            .toggleFolders: state.folding.isFlat
                ? localized("folders", context: "hint") : localized("flat list", context: "hint")
        ]
        if case .folder(let folder) = state.albums.selected, !folder.isOpen {
            labels[.fold] = localized("unfold", context: "hint")
        }
        if state.albums.failure != nil { labels[.retry] = localized("retry", context: "hint") }
        let clear = keyMap.hints(only: .clearSearch, as: localized("clear", context: "hint"))
        let useful =
            commandsWithoutAlbums(in: state).map { keyMap.hints(of: $0, renamed: labels) }
            ?? keyMap.filtered { isUseful($0, in: state) }.hints(renamed: labels)
        let diagnostics = state.albums.failure == nil ? [] : context.programKeys.hints(of: [.doctor])
        return context.helpHints + (state.search.isActive ? clear : []) + useful + diagnostics
    }

    /// Returns the commands that do anything while there is no album; nil if there are albums.
    private func commandsWithoutAlbums(in state: HomeState) -> [HomeCommand]? {
        guard state.albums.count == 0 else { return nil }
        if state.albums.failure != nil { return [.quit, .retry] }
        guard state.albums.counts?.isComplete == true else { return [.quit] }
        return state.search.isActive ? [.search] : [.quit, .retry]
    }

    var actions: [NamedAction] {
        let keyMap = viewModel.state.search.isActive ? keyMap : keyMap.filtered { $0 != .clearSearch }
        return keyMap.actions { [weak self] in self?.run($0) }
    }

    /// Whether a command does anything in this library, in its current state.
    private func isUseful(_ command: HomeCommand, in state: HomeState) -> Bool {
        switch command {
        case .chooseOwner: state.owners.count != 1
        case .profile: !state.pane.isFolder
        case .fold: state.canFold
        case .toggleFolders: state.albums.hasHeadingItems || state.folding.isFlat
        case .retry: state.pane.isFolder
        default: true
        }
    }

    /// Returns the number of the owner's albums if an owner was chosen, or else the totals of the library.
    private func totals(in state: HomeState) -> [String] {
        guard case .owner = state.scope else { return state.pane.totalsTexts }
        guard !state.search.isActive, let counts = state.albums.counts else { return [] }
        return [UserFacingText.albums(counts)]
    }

    /// Returns the message for an empty album list.
    private func empty(in state: HomeState) -> String {
        guard let path = state.pane.path else { return localized("No photos here") }
        return localized("No photos in \(path)")
    }

    func run(_ command: HomeCommand) {
        switch command {
        case .move(let move): viewModel.move(move)
        case .open: viewModel.openSelection()
        case .openBelow: viewModel.openBelow()
        case .profile: viewModel.showProfile()
        case .chooseOwner: viewModel.chooseOwner()
        case .changeOrder: viewModel.changeOrder()
        case .fold: viewModel.fold()
        case .toggleFolders: viewModel.toggleFolders()
        case .larger: resizeTiles(.larger)
        case .smaller: resizeTiles(.smaller)
        case .showMarked: viewModel.showMarked()
        case .show(let tab): viewModel.show(tab)
        case .retry: viewModel.retry()
        case .search: viewModel.changeSearch { $0.begin() }
        case .clearSearch:
            guard !viewModel.goBack() else { return }
            if context.isPicking { return viewModel.quit() }
            context.notices.explain(.nothingToGoBackTo(quitKey: keyMap.label(for: .quit)))
        case .quit: viewModel.quit()
        }
    }

    private func drawHeadings(of state: HomeState, on surface: inout Surface) {
        for heading in state.albums.headings {
            guard let album = heading.element?.album, let owner = state.owners[album.ownerID] else { continue }
            let row = layout.area.row + heading.line
            let available = surface.size.columns - 2
            let used = surface.write(owner.name, column: 1, row: row, style: theme.accent, width: available)
            guard let count = heading.count else { continue }
            surface.write(
                " \u{00B7} \(UserFacingText.albums(count))", column: 1 + used, row: row, style: theme.quiet,
                width: available - used)
        }
    }

    private func cover(of album: Album, in state: HomeState) -> Tile? {
        if let cover = album.cover { return state.covers[cover.id] }
        if let reason = state.missingDetails[album.id] { return .broken(reason) }
        return state.slowDetails.contains(album.id) ? .loading : nil
    }

    private func draw(_ item: GridState<AlbumTree.Item>.Item, of state: HomeState, on surface: inout Surface) {
        let isSelected = item.index == state.albums.selection && !state.isOwnerSelected
        let rect = rect(of: item)
        switch item.element {
        case .folder(let folder):
            FolderLine(folder: folder, isSelected: isSelected, theme: theme).draw(on: &surface, in: rect)
        case .album(let album, _) where theme.isForReaders:
            AlbumLine(album: album, isSelected: isSelected, theme: theme).draw(on: &surface, in: rect)
        case .album(let album, _):
            AlbumTile(
                album: album, title: state.isTree ? album.name : album.title, cover: cover(of: album, in: state),
                isSelected: isSelected, theme: theme
            ).draw(on: &surface, in: rect)
        case nil: break
        }
    }
}

/// The commands of the home screen.
enum HomeCommand: Hashable, Sendable {
    case move(GridCursor.Move)
    case open, openBelow, search, clearSearch, profile, chooseOwner, changeOrder, fold, toggleFolders, larger, smaller,
        retry, quit, showMarked
    case show(Section)
}

extension KeyMap<HomeCommand> {
    /// The keys of all commands, also of those that few libraries have.
    static let home = allKeys(of: .albums, among: Section.allCases)

    private static func allKeys(of section: Section, among sections: [Section]) -> KeyMap {
        KeyMap(
            "home",
            [
                KeyBinding([Key("q")], .quit, in: .program, help: "Quit", hint: "quit", synonyms: "exit, close"),
                KeyBinding(
                    [Key(.enter)], .open, in: .move, help: "Open the album or the profile",
                    hint: "open"),
                KeyBinding([Key("/")], .search, help: "Search albums", hint: "search"),
                KeyBinding([Key(" ")], .fold, in: .move, help: "Open or close the folder", hint: "fold"),
                KeyBinding(
                    [Key("t")], .toggleFolders, name: "folders", help: "Show folders or a flat list", hint: "flat list"),
                KeyBinding(
                    [Key("E")], .openBelow, name: "everything", in: .move, help: "Include subfolders"),
                KeyBinding([Key("o")], .chooseOwner, help: "Choose an owner", hint: "owner"),
                KeyBinding([Key("O")], .changeOrder, help: "Sort albums", hint: "sort"),
                KeyBinding([Key("u")], .profile, help: "Show the owner's profile", hint: "profile"),
                KeyBinding([Key("'")], .showMarked, help: "Show the marked photos"),
                KeyBinding(
                    [Key("+"), Key("=")], .larger, help: "Larger thumbnails", joined: "Thumbnail size",
                    synonyms: "bigger, zoom in"),
                KeyBinding(
                    [Key("-")], .smaller, help: "Smaller thumbnails", joined: "Thumbnail size", synonyms: "zoom out"),
                KeyBinding([Key(.escape)], .clearSearch, help: "Clear the search"),
                KeyBinding([Key("r")], .retry, in: .program, help: "Retry or reload", hint: "reload"),
            ] + tabs(sections, from: section) { .show($0) } + gridMoves { .move($0) })
    }

    /// The keys of a tab. A library with folders has no other owners, and one with owners no folders.
    static func home(_ section: Section, of sections: [Section], hasFolders: Bool) -> KeyMap {
        let missing: [HomeCommand] =
            section != .albums
            ? [.chooseOwner, .openBelow, .fold, .toggleFolders]
            : hasFolders ? [.chooseOwner] : [.openBelow, .fold, .toggleFolders]
        return allKeys(of: section, among: sections).filtered { !missing.contains($0) }
    }
}
