import Albums
import CellArt
import Localization
import TerminalUI

/// A grid of photo thumbnails with a search line.
@MainActor
final class PhotoGridScreen: LibraryScreen {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: PhotoGridViewModel
    private let keyMap: KeyMap<PhotoGridCommand>
    /// Nil in the favorites tab, where every photo is a favorite.
    let favorites: FavoritesStore?
    private let settings: PictureSettings
    let themes: ThemeSettings
    private let notices: Notices
    private let showHelp: ([HelpEntry]) -> Void
    var size = Size(columns: 80, rows: 24)
    var appearance = TerminalAppearance(colors: .none, repertoire: .unicode)
    var layout = PhotoGridLayout(
        size: Size(columns: 80, rows: 24), headerRows: 1, tileWidth: TileSize.default,
        cellAspect: TerminalAppearance.defaultCellAspect)
    private(set) var theme = Theme.mono

    init(
        viewModel: PhotoGridViewModel, favorites: FavoritesStore?, settings: PictureSettings, themes: ThemeSettings,
        keys: KeyOverrides, notices: Notices, showHelp: @escaping ([HelpEntry]) -> Void
    ) {
        self.viewModel = viewModel
        self.favorites = favorites
        self.settings = settings
        self.themes = themes
        self.notices = notices
        self.showHelp = showHelp
        let tab = viewModel.state.heading.tab
        keyMap = (themes.isForReaders ? KeyMap.photoLines(tab: tab) : KeyMap.photoGrid(tab: tab)).with(keys)
        viewModel.onStateChange = { [weak self] _ in self?.onNeedsDisplay() }
    }

    func appear() {
        viewModel.reload()
    }

    func libraryChanged() {
        viewModel.reload()
    }

    func disappear() {
        viewModel.suspend()
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        self.size = size
        self.appearance = appearance
        theme = themes.theme(on: appearance)
        arrange()
    }

    func handle(_ event: InputEvent) {
        TypingInput(
            keyMap: keyMap, isTyping: viewModel.state.search.isTyping, change: viewModel.changeSearch,
            run: run, explain: notices.explain,
            helpKey: keyMap.label(for: .help)
        ).handle(event)
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        // In the masonry layout, tiles may begin above the view, so the header is drawn over them.
        drawPhotos(state, on: &surface)
        switch state.heading {
        case .title(let title): PhotoGridHeader(title: title, state: state, theme: theme).draw(on: &surface)
        case .home: homeHeader(of: state)?.draw(on: &surface)
        }
        let answersSearches = viewModel.answersSearches
        let empty =
            state.heading.tab == .favorites
            ? localized("No favorites yet. Press \(keyMap.label(for: .favorite)) on a photo to add it.")
            : localized("No photos here")
        GridMessages(
            empty: empty,
            noMatch: {
                answersSearches
                    ? localized(
                        "No photos match \u{201C}\($0)\u{201D}. Press \(Key(.enter).label) to search online.")
                    : localized("No photos match \u{201C}\($0)\u{201D}")
            },
            query: state.search.text, retryKey: keyMap.label(for: .retry), theme: theme
        ).draw(
            for: state.photos, isSearching: state.search.isActive, on: &surface,
            in: Rect(column: 0, row: headerRows, columns: size.columns, rows: max(1, size.rows - headerRows - 1)))
        bottomLine.draw(on: &surface)
    }

    /// Returns the header of a home tab; nil outside home.
    func homeHeader(of state: PhotoGridState) -> HomeHeader? {
        guard case .home(let tab, let owner, let totals) = state.heading else { return nil }
        return HomeHeader(
            owner: owner, totals: UserFacingText.totals(totals, ofEveryone: viewModel.isOfSeveral), tab: tab,
            search: state.search,
            order: state.sortDate == .modified ? localized("by date modified, newest first") : nil,
            position: ListPosition(
                in: state.photos, isSearching: state.search.isActive, marked: state.marks.photos.count,
                isForReaders: theme.isForReaders),
            theme: theme)
    }

    var bottomLine: BottomLine {
        let state = viewModel.state
        let hints =
            state.search.hints(asksService: viewModel.answersSearches)
            ?? (state.photos.isSelectionPending
                ? keyMap.hints(only: .back, as: localized("stop", context: "hint")) : nil)
            ?? keyMap.hints(renamed: state.isMasonry ? [.waterfall: localized("grid")] : [:])
        return BottomLine(notices: notices, hints: hints, theme: theme)
    }

    /// The selected photo and the rectangle of its picture, if that is in view.
    var selectedTile: ZoomTransition.Tile? {
        let photos = viewModel.state.photos
        guard let photo = photos.selected,
            let rect = layout.tileRects(in: photos.arrangement).first(where: {
                $0.index == photos.arrangement.selection
            })?
            .rect
        else { return nil }
        return ZoomTransition.Tile(
            photo: photo, rect: PhotoTile.pictureRect(in: rect), style: settings.style(on: appearance))
    }

    var headerRows: Int {
        switch viewModel.state.heading {
        case .title: 1
        case .home: HomeLayout.headerRows
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
        let style = settings.style(on: appearance)
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

    private func run(_ command: PhotoGridCommand) {
        switch command {
        case .move(let move): viewModel.move(move)
        case .open: viewModel.openSelection(playing: false)
        case .slideshow: viewModel.openSelection(playing: true)
        case .search: viewModel.changeSearch { $0.begin() }
        case .larger: resizeTiles(.larger)
        case .smaller: resizeTiles(.smaller)
        case .waterfall:
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
        case .help: showHelp(keyMap.helpEntries)
        }
    }

    private func resizeTiles(_ step: TileSize.Step) {
        viewModel.resizeTiles(step, columns: size.columns)
        arrange()
    }
}
