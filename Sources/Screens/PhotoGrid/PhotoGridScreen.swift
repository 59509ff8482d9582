import Albums
import CellArt
import Localization
import TerminalUI

/// A grid of photo thumbnails with a search line.
@MainActor
final class PhotoGridScreen: CommandScreen, PhotoChoosing {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: PhotoGridViewModel
    private(set) var context: ScreenContext
    let keyMap: KeyMap<PhotoGridCommand>
    private var layout = PhotoGridLayout(
        size: Size(columns: 80, rows: 24), headerRows: 1, tileWidth: TileSize.default,
        cellAspect: TerminalAppearance.defaultCellAspect)

    init(viewModel: PhotoGridViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        let tab = viewModel.state.heading.tab
        keyMap = (context.isForReaders ? KeyMap.photoLines(tab: tab) : KeyMap.photoGrid(tab: tab)).with(context.keys)
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
        viewModel.adoptTileWidth()
        arrange()
    }

    var isTyping: Bool { viewModel.state.search.isTyping }

    func changeText(_ change: (inout TextField) -> Void) {
        viewModel.changeSearch(change)
    }

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point): click(at: point)
        case .doubleClick(let point): if item(at: point) != nil { viewModel.openSelection(playing: false) }
        case .scrollUp: viewModel.move(.scrollUp)
        case .scrollDown: viewModel.move(.scrollDown)
        case .drag: break
        }
    }

    private func click(at point: Position) {
        let state = viewModel.state
        if let item = item(at: point) {
            let heart =
                theme.isForReaders
                ? nil
                : item.element.map { tile(of: $0, item.index, state) }?
                    .heartPosition(in: layout.rect(of: item), repertoire: appearance.repertoire)
            viewModel.select(item.index)
            if heart?.contains(point) == true { viewModel.toggleFavorite(at: item.index) }
        } else if let key = bottomLine.key(at: point) {
            handle(.key(key))
        } else {
            switch homeHeader(of: state)?.target(at: point, repertoire: appearance.repertoire) {
            case .tab(let tab): viewModel.show(tab)
            case .owner: viewModel.showProfile()
            case nil: break
            }
        }
    }

    private func item(at point: Position) -> GridState<Photo>.Item? {
        guard layout.area.contains(point) else { return nil }
        return viewModel.state.photos.items.first { layout.rect(of: $0).contains(point) }
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        // In the masonry layout, tiles may begin above the view, so the header is drawn over them.
        for item in state.photos.items { draw(item, of: state, on: &surface) }
        surface.fill(Rect(column: 0, row: 0, columns: size.columns, rows: headerRows))
        surface.fill(Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1))
        switch state.heading {
        case .title(let title): drawHeader(title, of: state, on: &surface)
        case .home: homeHeader(of: state)?.draw(on: &surface)
        }
        let empty =
            state.heading.tab == .favorites
            ? localized("No favorites yet. Press \(keyMap.label(for: .favorite)) on a photo to add it.")
            : localized("No photos here")
        GridMessages(
            empty: empty,
            noMatch: {
                state.hasOnlineSearch
                    ? localized(
                        "No photos match \u{201C}\($0)\u{201D}. Press \(Key(.enter).label) to search online.")
                    : localized("No photos match \u{201C}\($0)\u{201D}")
            },
            query: state.search.text, retryKey: keyMap.label(for: .retry), theme: theme
        ).draw(
            for: state.photos, isSearching: state.search.isActive, on: &surface,
            in: layout.area)
        bottomLine.draw(on: &surface)
    }

    private func draw(_ item: GridState<Photo>.Item, of state: PhotoGridState, on surface: inout Surface) {
        guard let photo = item.element else { return }
        let rect = layout.rect(of: item)
        guard theme.isForReaders else { return tile(of: photo, item.index, state).draw(on: &surface, in: rect) }
        PhotoLine(
            photo: photo, details: state.lineDetails[photo.id], isSelected: item.index == state.photos.selection,
            isMarked: state.marked.contains(photo.id), isFavorite: state.favorites?.contains(photo.id) == true,
            theme: theme
        ).draw(on: &surface, in: rect)
    }

    private func tile(of photo: Photo, _ index: Int, _ state: PhotoGridState) -> PhotoTile {
        PhotoTile(
            photo: photo, tile: state.tiles[photo.id], isSelected: index == state.photos.selection,
            isMarked: state.marked.contains(photo.id), isFavorite: state.favorites?.contains(photo.id), theme: theme)
    }

    /// Draws the top line: the title, the search line, and the position in the list.
    private func drawHeader(_ title: String, of state: PhotoGridState, on surface: inout Surface) {
        let columns = surface.size.columns
        var position = positionText(in: state)
        // On a narrow terminal, the search takes precedence.
        if let order = orderLabel(of: state), columns >= 60 || !state.search.isActive,
            VisibleText("\(order)  \(position)").width < columns / 2
        {
            position = "\(order)  \(position)"
        }
        var available = columns - 1
        let positionWidth = VisibleText(position).width
        if positionWidth < columns / 2 {
            surface.write(position, column: columns - positionWidth - 1, row: 0, style: theme.quiet)
            available -= positionWidth + 2
        }
        guard state.search.isActive else {
            surface.write(title, column: 1, row: 0, style: theme.title, width: available)
            return
        }
        // During a search, the title gets a third of the line, or nothing below 60 columns.
        var column = 1
        if columns >= 60 {
            column += surface.write(title, column: 1, row: 0, style: theme.title, width: columns / 3) + 2
        }
        state.search.draw(on: &surface, column: column, row: 0, width: available - column + 1, theme: theme)
    }

    /// Returns the header of a home tab; nil outside home.
    private func homeHeader(of state: PhotoGridState) -> HomeHeader? {
        guard case .home(let tab, let pane) = state.heading else { return nil }
        return HomeHeader(
            pane: pane,
            totals: [
                UserFacingText.totals(pane.totals, ofEveryone: pane.hasSeveralOwners), pane.shortTotals,
            ].compactMap(\.self), tab: tab,
            search: state.search,
            order: orderLabel(of: state),
            position: positionText(in: state), theme: theme)
    }

    /// Returns the order to show in the header. A folder's feed has its order named because it depends on files.
    private func orderLabel(of state: PhotoGridState) -> String? {
        let isFilesFeed = state.list == .feed && state.dateKind == .modified
        let order = state.order == .original && isFilesFeed ? .newestFirst : state.order
        return order.label(state.dateKind).map(localized)
    }

    private func positionText(in state: PhotoGridState) -> String {
        state.photos.positionText(
            isSearching: state.search.isActive, marked: state.marked.count, isForReaders: theme.isForReaders)
    }

    private var renamedHints: [PhotoGridCommand: String] {
        var hints: [PhotoGridCommand: String] = [:]
        if viewModel.state.isMasonry { hints[.masonry] = localized("grid") }
        if context.isPicking { hints[.open] = localized("pick", context: "hint") }
        return hints
    }

    private var bottomLine: BottomLine {
        let state = viewModel.state
        let hints =
            state.search.hints(searchesOnline: state.hasOnlineSearch)
            ?? (state.photos.isSelectionPending
                ? keyMap.hints(only: .back, as: localized("stop", context: "hint")) : nil)
            ?? keyMap.hints(renamed: renamedHints)
        return context.bottomLine(hints, below: state.photos.shownFailure)
    }

    func pictureRect(of photo: AnyHashable) -> Rect? {
        viewModel.state.photos.items.first { $0.element.map { AnyHashable($0.id) } == photo }
            .map { PhotoTile.pictureRect(in: layout.rect(of: $0)) }
    }

    private var headerRows: Int {
        switch viewModel.state.heading {
        case .title: 1
        case .home(_, let pane): pane.rows
        }
    }

    private func arrange() {
        guard !theme.isForReaders else {
            layout = PhotoGridLayout(linesOf: size, headerRows: headerRows)
            return viewModel.layOut(columns: 1, lines: layout.lines, linesPerRow: 1, tile: nil)
        }
        layout = PhotoGridLayout(
            size: size, headerRows: headerRows, tileWidth: viewModel.state.tileWidth,
            cellAspect: appearance.cellAspect)
        let style = context.style
        if viewModel.state.isMasonry {
            let picture = layout.masonryPicture
            viewModel.layOutMasonry(
                columns: layout.columns, lines: layout.lines,
                tile: TileRequest(columns: picture.columns, rows: picture.rows, style: style)
            ) { [layout] in layout.masonryHeight(aspect: $0) }
        } else {
            viewModel.layOut(
                columns: layout.columns, lines: layout.lines, linesPerRow: layout.tile.rows,
                tile: TileRequest(columns: layout.picture.columns, rows: layout.picture.rows, style: style))
        }
    }

    func withChosenPhotos(_ use: ([Photo]) -> Void) {
        viewModel.withChosen(use)
    }

    func run(_ command: PhotoGridCommand) {
        switch command {
        case .move(let move): viewModel.move(move)
        case .open: viewModel.openSelection(playing: false)
        case .slideshow: viewModel.openSelection(playing: true)
        case .search: viewModel.changeSearch { $0.begin() }
        case .changeOrder: viewModel.changeOrder()
        case .larger: resizeTiles(.larger)
        case .smaller: resizeTiles(.smaller)
        case .masonry:
            viewModel.toggleMasonry()
            arrange()
        case .information: viewModel.showInformation()
        case .mark: viewModel.toggleMark()
        case .markAll: viewModel.toggleAllMarks()
        case .share: viewModel.share(saving: false)
        case .save: viewModel.share(saving: true)
        case .profile: viewModel.showProfile()
        case .doctor: viewModel.showDoctor()
        case .show(let tab): viewModel.show(tab)
        case .favorite: viewModel.toggleFavorite()
        case .undo: viewModel.undoFavorite()
        case .retry: viewModel.retry()
        case .back: viewModel.goBack()
        case .leave: viewModel.leave()
        case .help: viewModel.showHelp(keyMap.helpEntries)
        }
    }

    private func resizeTiles(_ step: TileSize.Step) {
        viewModel.resizeTiles(step, columns: size.columns)
        arrange()
    }
}
