import Albums
import CellArt
import Localization
import TerminalUI

/// A grid of photo thumbnails with a search line.
@MainActor
final class PhotoGridScreen: TileScreen, PhotoListing {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: PhotoGridViewModel
    var context: ScreenContext
    let keyMap: KeyMap<PhotoGridCommand>
    var arranged: TileLayout?

    init(viewModel: PhotoGridViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        let heading = viewModel.state.heading
        let all = KeyMap.photoGrid(tab: heading.tab, of: heading.sections, hasFolders: viewModel.hasFolders)
        let keys = context.isForReaders ? all.ofLines : all
        keyMap = (context.isPicking ? keys.replacing(.open, with: .viewingWhilePicking) : keys).with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.stateChanged() }
    }

    func changeHeading(_ heading: PhotoGridHeading) {
        viewModel.changeHeading(heading)
    }

    var layoutOfState: TileLayout {
        guard !theme.isForReaders else { return TileLayout(linesOf: size, headerRows: headerRows) }
        let state = viewModel.state
        return TileLayout(
            size: size,
            .init(
                headerRows: headerRows, tiles: state.tileSize, cellAspect: appearance.cellAspect,
                isMasonry: state.isMasonry, hasHeadings: state.isMasonry && state.photos.hasHeadings,
                captionRows: state.showsDates ? 2 : 1))
    }

    func press(_ key: Key) {
        switch key {
        // Switching tabs would end the search.
        case Key(.tab) where isTyping: viewModel.completeSearch()
        case Key(.tab, .shift) where isTyping: explainUnused(key)
        default: if let command = keyMap.command(for: key) { run(command) } else { explainUnused(key) }
        }
    }

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point): click(at: point)
        case .doubleClick(let point): if item(at: point) != nil { viewModel.openSelection(playing: false) }
        case .scrollUp: viewModel.move(.scrollUp)
        case .scrollDown: viewModel.move(.scrollDown)
        case .controlClick(let point):
            guard let item = item(at: point) else { return }
            viewModel.select(item.index)
            viewModel.toggleMark()
        case .drag, .rightClick: break
        }
    }

    private func click(at point: Position) {
        let state = viewModel.state
        if let item = item(at: point) {
            let heart =
                theme.isForReaders
                ? nil
                : item.element.map { tile(of: $0, item.index, state) }?
                    .heartPosition(in: layout.rect(of: item))
            if heart?.contains(point) != true, item.index == state.photos.selection {
                return viewModel.openSelection(playing: false)
            }
            viewModel.select(item.index)
            if heart?.contains(point) == true { viewModel.toggleFavorite(at: item.index) }
        } else {
            switch homeHeader(of: state)?.target(
                at: point, columns: size.columns, repertoire: appearance.repertoire)
            {
            case .tab(let tab): viewModel.show(tab)
            case .owner: viewModel.showProfile()
            case .owners, nil: break
            }
        }
    }

    private func item(at point: Position) -> GridState<Photo>.Item? {
        guard layout.area.contains(point) else { return nil }
        return viewModel.state.photos.items.first { layout.rect(of: $0).contains(point) }
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        // Tiles may end below the view or, in the masonry layout, begin above it, so the rest is drawn over them.
        for item in state.photos.items { draw(item, of: state, on: &surface) }
        drawMonths(of: state, on: &surface)
        clearAroundList(on: &surface)
        switch state.heading {
        case .title(let title): drawHeader(burstTitle(title, of: state) ?? title, of: state, on: &surface)
        case .home: homeHeader(of: state)?.draw(on: &surface)
        }
        if state.photos.hasMessage {
            messages(for: state).draw(
                for: state.photos, isSearching: state.search.isActive, on: &surface, in: layout.area)
        }
        bottomLine.draw(on: &surface)
    }

    private func messages(for state: PhotoGridState) -> GridMessages {
        let back = keyMap.label(for: .back)
        var (empty, wayOut) = (localized("No photos here"), nil as String?)
        switch state.heading {
        case .title where state.isOfMarked:
            empty = localized("No photos are marked")
            wayOut = localized("Press \(back) to go back")
        case .title(let title):
            empty =
                if case .searchResults(let query) = state.list {
                    localized("No photos match \u{201C}\(query)\u{201D}")
                } else {
                    localized("No photos in \u{201C}\(title)\u{201D}")
                }
            wayOut = localized("Press \(back) to go back")
        case .home(.favorites, _):
            empty = localized("No favorites yet")
            wayOut = localized("Press \(context.photoKeys.label(for: .favorite)) on a photo to add it")
        case .home: wayOut = localized("Press \(keyMap.label(for: .retry)) to reload")
        }
        return GridMessages(
            empty: empty, emptyWayOut: wayOut,
            noMatch: { query in
                let short = localized("No photos match \u{201C}\(query)\u{201D}")
                guard case .title(let title) = state.heading else { return [short] }
                return [localized("No photos in \u{201C}\(title)\u{201D} match \u{201C}\(query)\u{201D}"), short]
            },
            noMatchWayOut: searchHelp(of: state)?.mistake
                ?? (state.hasOnlineSearch && state.search.isTyping
                    ? localized("Press \(Key(.enter).label) to search online")
                    : localized("Press \(back) to clear the search")),
            query: state.search.text, retryKey: keyMap.label(for: .retry),
            doctorKey: context.programKeys.label(for: .doctor),
            theme: theme)
    }

    private func draw(_ item: GridState<Photo>.Item, of state: PhotoGridState, on surface: inout Surface) {
        guard let photo = item.element else { return }
        let rect = layout.rect(of: item)
        // A photo in a list is known by its title, even before its thumbnail has loaded.
        surface.items.insert(photo.item)
        guard theme.isForReaders else { return tile(of: photo, item.index, state).draw(on: &surface, in: rect) }
        PhotoLine(
            photo: photo, loaded: state.lineDetails[photo.id], isSelected: item.index == state.photos.selection,
            isMarked: state.marked.contains(photo.id), isFavorite: state.favorites?.contains(photo.id) == true,
            assessment: state.assessments[photo.id] ?? Assessment(), theme: theme
        ).draw(on: &surface, in: rect)
    }

    /// Draws `July 2019 · 34 photos · 2 by modification` above the photos of a month or year.
    private func drawMonths(of state: PhotoGridState, on surface: inout Surface) {
        for heading in state.photos.headings {
            let row = layout.area.row + heading.line
            let available = surface.size.columns - 2
            surface.fill(Rect(column: 0, row: row, columns: surface.size.columns, rows: 1))
            let used = surface.write(heading.label ?? "", column: 1, row: row, style: theme.accent, width: available)
            guard let count = heading.count else { continue }
            let details = [UserFacingText.photos(count), heading.note].compactMap { $0 }
            surface.write(
                details.map { " \u{00B7} \($0)" }.joined(), column: 1 + used, row: row, style: theme.quiet,
                width: available - used)
        }
    }

    private func tile(of photo: Photo, _ index: Int, _ state: PhotoGridState) -> PhotoTile {
        PhotoTile(
            photo: photo, tile: state.tiles[photo.id], isSelected: index == state.photos.selection,
            isMarked: state.marked.contains(photo.id), isFavorite: state.favorites?.contains(photo.id),
            assessment: state.assessments[photo.id] ?? Assessment(), labels: context.labels,
            showsDate: state.showsDates,
            theme: theme)
    }

    /// Returns the title of a burst, with the number of its photos; nil for other lists.
    private func burstTitle(_ title: String, of state: PhotoGridState) -> String? {
        guard case .burst(let photos) = state.list else { return nil }
        let count = state.photos.counts?.available ?? photos.count
        return localized("Burst of \(count) \u{00B7} \(title)")
    }

    /// Draws the top line: the title, the active search, and the position in the list.
    private func drawHeader(_ title: String, of state: PhotoGridState, on surface: inout Surface) {
        let columns = surface.size.columns
        var position = positionText(in: state)
        let counts = state.countTexts.map { "\($0)  \(position)" }
        position = counts.first { VisibleText($0).width < columns / 2 } ?? position
        // On a narrow terminal, the search takes precedence.
        if let order = orderLabel(of: state), columns >= 60 || !state.search.isActive,
            VisibleText("\(position) \u{00B7} \(order)").width < columns / 2
        {
            position += " \u{00B7} \(order)"
        }
        var available = columns - 1
        let positionWidth = VisibleText(position).width
        if positionWidth < columns / 2 {
            surface.write(position, column: columns - positionWidth - 1, row: 0, style: theme.quiet)
            available -= positionWidth + 2
        }
        let search = keptSearch(of: state).map { " \u{00B7} \($0)" } ?? ""
        let searchWidth = VisibleText(search, repertoire: surface.repertoire).width(upTo: available * 2 / 3)
        // Titles of albums often differ only at the end.
        let shortened = VisibleText(title, repertoire: surface.repertoire).truncatedInMiddle(
            to: max(1, available - searchWidth))
        let used = surface.write(shortened, column: 1, row: 0, style: theme.title, width: available - searchWidth)
        surface.write(search, column: 1 + used, row: 0, style: theme.accent, width: available - used)
    }

    /// Returns the header of a home tab; nil outside home.
    private func homeHeader(of state: PhotoGridState) -> HomeHeader? {
        guard case .home(let tab, let pane) = state.heading else { return nil }
        return HomeHeader(
            pane: pane, totals: pane.totalsTexts, tab: tab, search: keptSearch(of: state),
            isSearching: state.search.isActive,
            order: orderLabel(of: state), position: positionText(in: state), theme: theme)
    }

    /// Returns the active search, followed by its mistake; nil without a search.
    private func keptSearch(of state: PhotoGridState) -> String? {
        guard let kept = state.search.kept, let mistake = searchHelp(of: state)?.mistake else {
            return state.search.kept
        }
        return "\(kept) \u{00B7} \(theme.failureSign)\(mistake)"
    }

    private func searchHelp(of state: PhotoGridState) -> SearchHelp? {
        SearchHelp(for: state.search.text, in: state.capabilities)
    }

    /// Returns the order to show in the header. Names the original order of folders and bursts, because albums have
    /// another one, and of the feed if it is sorted by modification times.
    private func orderLabel(of state: PhotoGridState) -> String? {
        var order = state.order
        switch state.list {
        case .feed where order == .original && state.capabilities.dateKind == .modified: order = .newestFirst
        case .folder where order == .original: order = .oldestFirst
        case .burst where order == .original: order = .oldestFirst
        case .feed, .folder, .album, .burst, .favorites, .searchResults: break
        }
        return order.label(state.capabilities.dateKind).map(localized)
    }

    private func positionText(in state: PhotoGridState) -> String {
        state.photos.positionText(
            isSearching: state.search.isActive, isFolded: state.foldsBursts, marked: state.markCount,
            isForReaders: theme.isForReaders)
    }

    var bottomLine: BottomLine {
        let state = viewModel.state
        let hints =
            state.search.hints(searchesOnline: state.hasOnlineSearch, hasMatches: state.photos.count > 0)
            ?? (state.photos.isSelectionPending
                ? keyMap.hints(only: .back, as: localized("stop", context: "hint")) : nil)
            ?? commandHints(in: state)
        return context.bottomLine(
            hints, below: state.photos.shownFailure, search: state.search,
            searchHelp: state.search.isTyping ? searchHelp(of: state) : nil, selection: selectionLine(of: state))
    }

    private func selectionLine(of state: PhotoGridState) -> SelectionLine? {
        guard !theme.isForReaders, layout.hasSelectionLine, let photo = state.photos.selected else { return nil }
        return SelectionLine(photo, state.selectionDetails, theme: theme)
    }

    /// The hints of commands that have an effect, help and the way back first.
    private func commandHints(in state: PhotoGridState) -> [Hint] {
        func own(_ commands: PhotoGridCommand...) -> [Hint] {
            keyMap.hints(of: commands, renamed: hintLabels(in: state))
        }
        let photoKeys = context.photoKeys
        let tab = state.heading.tab
        var hints = context.helpHints + own(.back)
        if state.photos.failure != nil { return hints + own(.retry) + context.programKeys.hints(of: [.doctor]) }
        if state.photos.count > 0 { hints += context.pickHints }
        if let tab, !state.search.isActive {
            let next = state.heading.sections.tab(1, after: tab)
            hints += next == .albums ? own(.leave) : own(.show(next))
        }
        if tab == nil, state.quits, !state.search.isActive { hints += own(.leave) }
        guard state.photos.count > 0 else {
            guard let counts = state.photos.counts else { return hints }
            return hints + (state.search.isActive && counts.available > 0 ? own(.search) : own(.retry))
        }
        if context.isPicking { hints += photoKeys.hints(of: [.mark]) }
        hints += own(.open)
        if state.hasPhotosToCompare, !context.isPicking { hints += photoKeys.hints(of: [.compare]) }
        let showsBursts = state.showsBursts
        if showsBursts { hints += own(.bursts) }
        let isBurst = if case .burst = state.list { true } else { false }
        // With bursts in view, the search comes last, so that it is the hint omitted at 80 columns.
        if !showsBursts, !isBurst { hints += own(.search) }
        if state.isAssessable, !context.isPicking {
            hints += photoKeys.hints(of: isBurst ? [.keepOne, .rate(1), .reject] : [.rate(1), .reject])
        }
        if showsBursts || isBurst { hints += own(.search) }
        hints += own(.slideshow)
        hints += photoKeys.hints(of: state.haveOriginals ? [.favorite, .share] : [.favorite])
        hints += own(.masonry, .changeOrder, .dates)
        if state.canFoldBursts, !showsBursts { hints += own(.bursts) }
        if !context.isPicking { hints += photoKeys.hints(of: [.mark]) }
        return hints + own(.timeline, .larger, .smaller)
    }

    private func hintLabels(in state: PhotoGridState) -> [PhotoGridCommand: String] {
        var labels: [PhotoGridCommand: String] = [:]
        if state.photos.failure != nil { labels[.retry] = localized("retry", context: "hint") }
        if state.isMasonry { labels[.masonry] = localized("grid") }
        if state.search.isActive {
            labels[.back] = localized("clear", context: "hint")
        } else if state.markCount > 0, !state.isOfMarked {
            labels[.back] = localized("unmark all", context: "hint")
        } else if state.isFirst {
            labels[.back] = localized("quit", context: "hint")
        } else {
            switch state.list {
            case .folder, .burst, .searchResults: labels[.back] = localized("back", context: "hint")
            case .feed where state.isOfMarked: labels[.back] = localized("back", context: "hint")
            case .album, .feed, .favorites: labels[.back] = localized(Section.albums.hint)
            }
        }
        return labels
    }

    func pictureRect(of photo: AnyHashable) -> Rect? {
        let state = viewModel.state
        for item in state.photos.items {
            guard let shown = item.element, AnyHashable(shown.id) == photo else { continue }
            return tile(of: shown, item.index, state).picture(in: layout.rect(of: item))
        }
        return nil
    }

    private var headerRows: Int {
        switch viewModel.state.heading {
        case .title: 1
        case .home: HomePane.rows
        }
    }

    var photoScreen: PhotoScreen { .photos }
    var shown: ShownLibrary { viewModel.shown }
    var haveOriginals: Bool { viewModel.state.haveOriginals }

    var position: PhotoPosition { viewModel.position }

    func currentPhoto() throws(NoEffect) -> Photo { try viewModel.currentPhoto() }

    func withAllPhotos(_ use: @escaping ([Photo]) -> Void) -> Task<Void, Never> {
        viewModel.withAllPhotos(use)
    }

    func clearSearch() -> Bool { viewModel.clearSearch() }

    var markedInView: Set<Photo.ID> { viewModel.markedInView }

    func isListed(_ photo: Photo) async -> Bool {
        await viewModel.isListed(photo)
    }

    func annotationsChanged() {
        viewModel.annotationsChanged()
    }

    func selectNext() {
        viewModel.selectNext()
    }

    func keepMarks() {
        viewModel.keepMarks()
    }

    func reveal(_ ids: [Photo.ID]) {
        viewModel.reveal(ids)
    }

    func run(_ command: PhotoGridCommand) {
        if command != .back { keepMarks() }
        switch command {
        case .move(let move): viewModel.move(move)
        case .open: viewModel.openSelection(playing: false)
        case .openBelow: viewModel.openBelow()
        case .slideshow: viewModel.openSelection(playing: true)
        case .search: viewModel.changeSearch { $0.begin() }
        case .filter: viewModel.cycleFilter()
        case .changeOrder: viewModel.changeOrder()
        case .timeline: viewModel.showTimeline()
        case .larger: resizeTiles(.larger)
        case .smaller: resizeTiles(.smaller)
        case .masonry: viewModel.toggleMasonry()
        case .dates: viewModel.toggleDates()
        case .bursts: viewModel.toggleBursts()
        case .information: viewModel.showInformation()
        case .profile: viewModel.showProfile()
        case .show(let tab): viewModel.show(tab)
        case .retry: viewModel.retry()
        case .back: viewModel.goBack()
        case .leave: viewModel.leave()
        }
    }
}

/// The commands of a photo grid.
enum PhotoGridCommand: Hashable, Sendable {
    case move(GridCursor.Move)
    case open, openBelow, slideshow, information
    case search, filter, changeOrder, timeline, larger, smaller, masonry, dates, bursts, retry, profile, back, leave
    case show(Section)
}

extension KeyMap<PhotoGridCommand> {
    /// - Parameters:
    ///   - tab: the home tab that shows the photos, which adds keys for the other tabs; nil outside home.
    ///   - sections: all tabs of home.
    ///   - hasFolders: whether the library has folders.
    static func photoGrid(
        tab: Section?, of sections: [Section] = Section.allCases, hasFolders: Bool = true
    ) -> KeyMap {
        let tabs = tab.map { Self.tabs(sections, from: $0) { .show($0) } } ?? []
        let profile =
            tab == nil ? [] : [KeyBinding<PhotoGridCommand>([Key("u")], .profile, help: "Show the owner's profile")]
        return KeyMap(
            "photos",
            [
                KeyBinding([Key(.enter)], .open, in: .move, help: "Open the photo", hint: "open"),
                KeyBinding([Key(.function(5)), Key("W")], .slideshow, help: "Start a slideshow", hint: "slideshow"),
                KeyBinding(
                    [Key("/")], .search, help: "Search photos",
                    hint: "search"),
                KeyBinding([Key("F")], .filter, help: "Filter by rating"),
                KeyBinding([Key("O")], .changeOrder, help: "Sort photos", hint: "sort"),
                KeyBinding(
                    [Key(.escape)], .back, in: .move, help: "Clear search/marks or go back", hint: "back"
                ),
                KeyBinding(
                    [Key("q")], .leave, in: tab == nil ? .move : .program,
                    help: tab == nil ? "Go back or quit" : "Quit", hint: "quit", synonyms: "exit, close"),
            ] + tabs + profile + [
                KeyBinding(
                    [Key("w")], .masonry, help: "Switch between grid and masonry", hint: "masonry"),
                KeyBinding([Key("d")], .dates, help: "Show or hide dates", hint: "dates"),
                KeyBinding([Key("b")], .bursts, help: "Fold or unfold bursts", hint: "bursts"),
                KeyBinding(
                    [Key("+"), Key("=")], .larger, help: "Larger thumbnails", joined: "Thumbnail size", hint: "larger",
                    synonyms: "bigger, zoom in"),
                KeyBinding(
                    [Key("-")], .smaller, help: "Smaller thumbnails", joined: "Thumbnail size", hint: "smaller",
                    synonyms: "zoom out"),
                KeyBinding([Key("i")], .information, help: "Show details"),
            ] + (hasFolders ? [subfolders] : []) + [
                KeyBinding([Key("r")], .retry, in: .program, help: "Retry or reload", hint: "reload")
            ] + gridMoves { .move($0) } + [
                KeyBinding([Key("t")], .timeline, in: .move, help: "Go to a year or month", hint: "timeline")
            ])
    }

    private static let subfolders = KeyBinding<PhotoGridCommand>(
        [Key("E")], .openBelow, name: "everything", in: .move, help: "Include subfolders")

    /// The keys that open a photo while Enter picks it: two, so that users can assign one of them to another command.
    static let viewingWhilePicking = KeyMap(
        "photos",
        [
            KeyBinding(
                [Key("v"), Key(.character("o"), .control)], .open, name: "view", in: .move, help: "View the photo",
                hint: "view")
        ])

    /// The keys for lines of text, without slideshow, layout, dates and thumbnail size.
    var ofLines: KeyMap { filtered { ![.slideshow, .masonry, .dates, .larger, .smaller].contains($0) } }
}
