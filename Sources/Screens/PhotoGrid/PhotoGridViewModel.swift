import Albums
import CellArt
import Localization

/// Everything a photo grid shows.
struct PhotoGridState: Sendable {
    let list: PhotoList
    var heading: PhotoGridHeading
    /// Whether it is the first screen, so that going back quits.
    let isFirst: Bool
    /// Whether the program has opened the screen on its own, so that leaving it quits.
    let quits: Bool
    var order: ListOrder
    /// Whether the list can fold bursts, and whether it does.
    let canFoldBursts: Bool
    var foldsBursts: Bool
    let capabilities: Capabilities
    /// Whether the list is that of the marked photos.
    let isOfMarked: Bool
    var search = TextField()
    var photos = GridState<Photo>()
    /// The marked photos in view.
    var marked: Set<Photo.ID> = []
    /// The number of marked photos in all lists.
    var markCount = 0
    /// Whether any of the marked photos, or else the selected one, may have an original to share.
    var haveOriginals = true
    /// Whether the photos can be assessed.
    let isAssessable: Bool
    /// The user's assessments of the photos in view.
    var assessments: [Photo.ID: Assessment] = [:]
    /// The numbers of rated and rejected photos in the list; nil while there are none.
    var assessed: AssessedCounts?
    /// The number of bursts in which the user hasn't chosen a photo yet; 0 where none are folded.
    var burstsLeft = 0
    /// The favorites in view; nil in the favorites tab, where every photo is one.
    var favorites: Set<Photo.ID>?
    var tiles: [Photo.ID: Tile] = [:]
    /// Additional details for lines of text, by photo.
    var lineDetails: [Photo.ID: PhotoLineDetails] = [:]
    /// The details of the selected photo, or of one that was selected before.
    var selectionDetails: SelectionDetails?
    var tileSize: TileSize
    /// Whether the masonry layout is on.
    var isMasonry = false
    /// Whether the date stands below the title of a photo.
    var showsDates: Bool

    /// Whether Enter in the search line runs the library's own search.
    var hasOnlineSearch: Bool { list == .feed && capabilities.hasOnlineSearch }

    /// The numbers of undecided bursts and of rated photos: alternatives for the heading, in order of preference.
    var countTexts: [String] {
        let bursts =
            burstsLeft > 0
            ? [UserFacingText.burstsLeft(burstsLeft), PhotoTile.burst + UserFacingText.number(burstsLeft)] : []
        let rated = assessed?.texts ?? []
        return zip(rated, bursts).map { "\($1)  \($0)" } + bursts + rated
    }

    /// Whether bursts are in view: folded ones or, judging by dates, possible ones.
    var showsBursts: Bool {
        guard canFoldBursts else { return false }
        let visible = photos.visible
        if foldsBursts { return visible.contains { !$0.burst.isEmpty } }
        return zip(visible, visible.dropFirst()).contains { $0.mayShareBurst(with: $1) }
    }

    /// Whether marked photos or a burst are chosen, which can be compared.
    var hasPhotosToCompare: Bool {
        if markCount > 0 { return markCount > 1 }
        if case .burst = list { return photos.count > 1 }
        return photos.selected?.burst.isEmpty == false
    }
}

/// How many photos of a list the user has rated and rejected.
struct AssessedCounts: Hashable, Sendable {
    let rated: Int
    let rejected: Int
    let total: Int

    /// - Parameter ratings: the number of photos for each rating.
    init(_ ratings: [SearchValue]) {
        rejected = ratings.first { $0.text == "-1" }?.count ?? 0
        rated = ratings.filter { !["-1", "0"].contains($0.text) }.reduce(0) { $0 + $1.count }
        total = ratings.reduce(0) { $0 + $1.count }
    }

    /// `312 of 3,000 rated, 41 rejected`, and for a narrow terminal `★ 312  ✗ 41`.
    var texts: [String] {
        [
            localized("\(rated) of \(total) rated, \(rejected) rejected"),
            "\u{2605} \(UserFacingText.number(rated))  \u{2717} \(UserFacingText.number(rejected))",
        ]
    }
}

/// The heading of a photo grid.
enum PhotoGridHeading: Hashable, Sendable {
    /// The title of an album or of a search.
    case title(String)
    /// The header of home.
    case home(Section, HomePane)

    /// The home tab that shows the photos; nil outside home.
    var tab: Section? {
        if case .home(let tab, _) = self { tab } else { nil }
    }

    /// All tabs of home; empty outside home.
    var sections: [Section] {
        if case .home(_, let pane) = self { pane.sections } else { [] }
    }
}

/// The state and commands of a photo grid, such as an album or the feed.
@MainActor
final class PhotoGridViewModel: TileScreenModel {
    private(set) var state: PhotoGridState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    /// Receives the selected photo when the user goes back.
    private let showed: (Photo.ID) -> Void
    private weak var navigator: (any Navigator)?
    private let preferences: any Preferences
    private let stores: PhotoStores
    private var notices: Notices { stores.notices }
    /// The label of the key that goes back.
    private let backKey: String
    private let grid: TileGrid<Photo, ListQuery>
    private let photos: PagedGrid<Photo, ListQuery>
    private let summary: LibrarySummary
    private let thumbnailLoader: ThumbnailLoader
    private let lineLoader: PhotoLineLoader
    private let selectionLoader: SelectionDetailsLoader
    private let aspectRatios: AspectRatioLoader
    let shown: ShownLibrary
    /// Whether another screen covers the grid. The viewer still moves its selection.
    private var isSuspended = false
    private var tile: TileRequest?
    /// The task that counts the values of a search field.
    private var countingValues: Task<Void, Never>?
    /// The task that counts rated and rejected photos, and pauses between counts.
    private var countingAssessed: Task<Void, Never>?
    private var pause: Task<Void, Never>?
    /// Whether counting has begun, whether to count once more, and whether to do that without a pause.
    private var (hasCountedAssessed, countsAssessedAgain, countsAtOnce) = (false, false, false)
    /// The task that collects all matching photos for a command.
    private var collecting: Task<Void, Never>?
    /// The number of such tasks so far.
    private var collections = 0
    /// Whether the user has been asked to confirm unmarking all photos.
    private var isAskingToUnmark = false
    private let collectingSign: BusyIndicator
    private let clock: any Clock<Duration>

    /// The pause between counts of rated photos while the library reads its files.
    private static let countingPause = Duration.seconds(1)

    init(
        list: PhotoList, heading: PhotoGridHeading, isFirst: Bool, quits: Bool, shown: ShownLibrary,
        preferences: any Preferences, stores: PhotoStores, summary: LibrarySummary, backKey: String,
        clock: any Clock<Duration>, showed: @escaping (Photo.ID) -> Void, navigator: any Navigator
    ) {
        let (library, pictures) = (shown.library, shown.pictures)
        self.shown = shown
        self.showed = showed
        self.navigator = navigator
        self.stores = stores
        self.preferences = preferences
        self.backKey = backKey
        var query = ListQuery(order: preferences.photoOrder(library.address, list)).limited(
            to: library.photoOrders(in: list))
        let canFoldBursts = library.foldsBursts(in: list)
        query.foldsBursts = canFoldBursts && preferences.foldsBursts(library.address, list)
        state = PhotoGridState(
            list: list, heading: heading, isFirst: isFirst, quits: quits, order: query.order,
            canFoldBursts: canFoldBursts, foldsBursts: query.foldsBursts, capabilities: library.capabilities,
            isOfMarked: library is MarkedPhotos, isAssessable: stores.edits.canAssess,
            tileSize: TileSize(width: preferences.tileWidth), showsDates: preferences.showsDates)
        photos = PagedGrid(
            query: query,
            source: .init(
                load: { try await library.photos(in: list, matching: $0, in: $1) },
                locate: { try await library.index(of: $0, in: list, matching: $1) },
                follow: { if case .moved(let id) = await library.fate(of: $0) { id } else { nil } },
                members: \.burst,
                sections: { try await library.months(of: list, matching: $0).map([GridSection].init(months:)) },
                aspects: { try await library.aspects(of: list, matching: $0, in: $1) },
                skipsPages: { $0 == .everything },
                // If the service can search, don't read on through the whole list to search it here.
                keepsLoading: { $0.search.isEmpty || !library.capabilities.hasOnlineSearch }), clock: clock)
        self.summary = summary
        self.clock = clock
        collectingSign = BusyIndicator(clock: clock)
        grid = TileGrid(photos, of: shown, preferences: preferences, notices: stores.notices, clock: clock)
        thumbnailLoader = grid.thumbnails
        lineLoader = PhotoLineLoader(library: library, pictures: pictures)
        selectionLoader = SelectionDetailsLoader(shown: shown, clock: clock)
        aspectRatios = AspectRatioLoader(pictures: pictures)
        photos.onChange = { [weak self] in self?.photosChanged() }
        thumbnailLoader.onChange = { [weak self] in self?.update() }
        lineLoader.onChange = { [weak self] in self?.update() }
        selectionLoader.onChange = { [weak self] in self?.update() }
        aspectRatios.onChange = { [weak self] in self?.aspectRatiosChanged() }
        collectingSign.onChange = { [weak self] in self?.update() }
        summary.onChange = { [weak self] in self?.summaryChanged() }
    }

    func layOut(_ layout: TileLayout, tile: TileRequest?) {
        self.tile = tile
        if layout.isMasonry {
            photos.layOutMasonry(
                columns: layout.columns, lines: layout.lines, aspect: aspectRatios.aspect, height: layout.masonryHeight)
        } else {
            photos.layOut(layout)
        }
        photosChanged()
    }

    /// Switches between rows and the masonry layout.
    func toggleMasonry() {
        update { $0.isMasonry.toggle() }
    }

    /// Reloads the photos; called when the library or the favorites have changed or the screen appears.
    func reload() {
        isSuspended = false
        update()
        reloadPhotos()
        if state.heading.tab != nil { summary.refresh() }
    }

    /// Retries failed loads and refreshes the library, to pick up changes made by other programs.
    func retry() {
        let hasSummary = state.heading.tab != nil
        let hasSummaryFailed = hasSummary && summary.hasFailed
        if hasSummary { summary.refresh() }
        grid.retry(hasOtherFailure: hasSummaryFailed) { [weak self] in
            self?.lineLoader.forget()
            self?.aspectRatios.forget()
            self?.reload()
        } isStillEmpty: { [list = state.list] in
            guard let page = try? await $0.photos(in: list, matching: .everything, in: 0..<1) else { return false }
            return page.isComplete && page.available == 0
        }
    }

    func move(_ move: GridCursor.Move) {
        if let reason = photos.move(move) { notices.explain(reason) }
    }

    /// Selects the photo at an index.
    func select(_ index: Int) {
        photos.select(index)
    }

    /// Opens the selected photo or, with `playing`, starts a slideshow there.
    func openSelection(playing: Bool) {
        // The selected photo itself may not be loaded yet.
        let photos = state.photos
        guard let counts = photos.counts, photos.selection < counts.matching else {
            return notices.explain(photos.noSelection)
        }
        // A library may list stacks of its own.
        let mayBeBurst = state.foldsBursts || photos.selected?.burst.isEmpty == false
        guard mayBeBurst, !playing else { return open(at: photos.selection, playing: playing) }
        // Only the photo itself says whether it stands for a burst.
        let reason = self.photos.withSelected { [weak self, index = photos.selection] photo in
            guard let self else { return }
            guard !photo.burst.isEmpty else { return open(at: index) }
            navigator?.show(.burst(photo, in: shown) { [weak self] in self?.photos.reveal([$0]) })
        }
        if let reason { notices.explain(reason) }
    }

    /// Opens the photo at an index; the selection follows the viewer from there.
    func open(at index: Int, playing: Bool = false) {
        photos.select(index)
        navigator?.show(
            .photo(position(at: index), playing: playing, in: shown) { [weak self] in
                self?.photos.select($0, showing: $1)
            })
    }

    var hasFolders: Bool { shown.library.folders != nil && !state.isOfMarked }

    /// Opens the folder of the album with everything below it.
    func openBelow() {
        if case .burst = state.list { return notices.explain(.alreadyBurst) }
        guard case .album(let id) = state.list, let folder = shown.library.folders?.folder(of: id) else {
            return notices.explain(.alreadyEverything)
        }
        navigator?.show(.folder(folder.id, name: folder.name))
    }

    /// The position of the selected photo.
    var position: PhotoPosition { position(at: state.photos.selection) }

    private func position(at index: Int) -> PhotoPosition {
        PhotoPosition(
            list: state.list, query: query, index: index, photo: state.photos[index], counts: state.photos.counts)
    }

    var search: TextField { state.search }

    func changeSearch(_ change: (inout TextField) -> Void) {
        let wasTyping = state.search.isTyping
        if !wasTyping { photos.confirmChangedSelection() }
        update { change(&$0.search) }
        let text = state.search.text
        let isSubmitted = wasTyping && !state.search.isTyping
        if state.hasOnlineSearch, isSubmitted, !SearchQuery(text).isEmpty {
            update { $0.search.clear() }
            navigator?.show(.searchResults(for: text))
        }
        photos.show(query)
        if state.foldsBursts { countAssessed() }
        if isSubmitted, state.search.isActive { photos.confirmSelection() }
    }

    /// Clears the search, with the same photo selected. Returns whether there was one.
    func clearSearch() -> Bool {
        guard state.search.isActive else { return false }
        photos.confirmSelection()
        changeSearch { $0.clear() }
        return true
    }

    /// Replaces the search by the next of the default culling filters; after the last one, by none.
    func cycleFilter() {
        guard state.capabilities.searchFields.contains(.rating) else {
            return notices.explain(.unsupported(.assessment))
        }
        let text = state.search.text
        let current = Self.filters.firstIndex { text == $0 || text.hasSuffix(" " + $0) }
        let others = String(
            text.dropLast(current.map { Self.filters[$0].count } ?? 0).reversed().drop(while: \.isWhitespace).reversed()
        )
        let next = Self.filters.dropFirst(current.map { $0 + 1 } ?? 0).first
        changeSearch { $0.keep([others, next ?? ""].filter { !$0.isEmpty }.joined(separator: " ")) }
    }

    private static let filters = ["is:unrated", "is:rejected", "rating:>=4", "is:picked", "is:labeled"]

    /// Folds or unfolds bursts, and stores the choice.
    func toggleBursts() {
        guard state.canFoldBursts else {
            if case .burst = state.list { return notices.explain(.alreadyBurst) }
            return notices.explain(.noBursts)
        }
        let folds = !state.foldsBursts
        preferences.rememberFoldsBursts(shown.library.address, state.list, folds)
        fold(folds)
        notices.post(.info(folds ? localized("Bursts are folded") : localized("All photos are shown")), about: .view)
    }

    /// Shows all photos of bursts, without storing that.
    func unfoldBursts() {
        fold(false)
    }

    private func fold(_ folds: Bool) {
        update { $0.foldsBursts = folds }
        photos.show(query)
        countAssessed(atOnce: true)
    }

    /// Shows the sort menu. In another order, the photo that the user selected stays selected.
    func changeOrder() {
        let options = SortOptions(
            localized("Sort photos"), of: shown.library.photoOrders(in: state.list), current: state.order,
            dateKind: state.capabilities.dateKind, original: originalOrder)
        guard options.orders.count > 1 else { return notices.explain(.cannotSort) }
        navigator?.interact { [weak self, navigator] in
            guard let order = await navigator?.ask(options.menu), let self else { return }
            preferences.rememberPhotoOrder(shown.library.address, state.list, order)
            sort(by: order)
        }
    }

    private var originalOrder: SortOptions.OriginalOrder {
        if state.list == .favorites { return .newestFirst }
        if state.heading.tab == .favorites { return .added }
        if state.isOfMarked { return .marked }
        guard shown.library.folders != nil else { return .library }
        return switch state.list {
        case .feed: .newestFirst
        case .folder, .burst: .oldestFirst
        case .album, .favorites, .searchResults: .folder
        }
    }

    private func sort(by order: ListOrder) {
        update { $0.order = order }
        photos.show(query)
    }

    /// Shows the months of the photos, to go to one. Photos in another order are then sorted by date until the screen
    /// is left.
    func showTimeline() {
        let (list, current) = (state.list, query)
        let byDate = current.with(.newestFirst).limited(to: shown.library.photoOrders(in: list))
        navigator?.lookUp { [weak self, shown] in
            var query = current
            var months = try? await shown.library.months(of: list, matching: current)
            if months == nil {
                query = byDate
                months = try? await shown.library.months(of: list, matching: byDate)
            }
            guard let self, !isSuspended, !Task.isCancelled else { return }
            guard let months, months.contains(where: { $0.month != nil }) else { return notices.explain(.noDates) }
            var selection = state.photos.selection
            if query != current {
                let photo = state.photos.selected?.id
                selection = 0
                if let photo, let index = try? await shown.library.index(of: photo, in: list, matching: query) {
                    selection = index
                }
                guard !isSuspended else { return }
            }
            let timeline = Timeline(months) { [query] in try? await shown.library.months(of: list, matching: query) }
            guard let index = await ask(timeline, selection: selection) else { return }
            if query != current { sort(by: query.order) }
            photos.select(index, atTop: true)
        }
    }

    /// Returns the index of the first photo of the period or day that the user chooses.
    private func ask(_ timeline: Timeline, selection: Int) async -> Int? {
        while let period = await navigator?.ask(timeline.menu(selection: selection)) {
            guard case .calendar(let year) = period else { return timeline.index(of: period) }
            guard let calendar = timeline.calendar(of: year, selection: selection) else { return nil }
            if let index = await navigator?.ask(calendar) { return index }
        }
        return nil
    }

    /// Completes the last term of the search: the name of a field or, from a list, its value.
    func completeSearch() {
        let text = state.search.text
        guard let term = SearchTerm.last(in: text), text.last?.isWhitespace == false else {
            return notices.explain(.fieldNeeded)
        }
        let others = String(text[..<term.start])
        guard let field = term.field else { return completeField(term, text[term.start...], after: others) }
        let query = query(others)
        let marked = field == .kind ? self.query(others + term.text(field, SearchValue.marked)).unfolded : nil
        countingValues?.cancel()
        countingValues = Task { [weak self, shown, list = state.list] in
            var values = (try? await shown.library.values(of: field, in: list, matching: query)) ?? []
            if let marked, let count = try? await shown.library.photos(in: list, matching: marked, in: 0..<0).matching,
                count > 0
            {
                values.append(SearchValue(text: SearchValue.marked, count: count))
            }
            guard !Task.isCancelled, let self, state.search.text == text else { return }
            guard !values.isEmpty else { return notices.explain(.noValues) }
            let menu = Menu(
                keys: .searchValues, title: field.typed,
                rows: values.map { .init($0.text, $0.text, count: $0.count) },
                search: .init(noMatch: { localized("No value matches \u{201C}\($0)\u{201D}") }, typed: term.value))
            guard let value = await navigator?.ask(menu) else { return }
            changeSearch { $0.begin(with: others + term.text(field, value)) }
        }
    }

    private func completeField(_ term: SearchTerm, _ typed: Substring, after others: String) {
        let name = typed.dropFirst(term.isNegated ? 1 : 0).lowercased()
        let fields = SearchField.allCases.filter {
            state.capabilities.searchFields.contains($0) && $0.rawValue.hasPrefix(name)
        }
        guard !name.isEmpty, let field = fields.first, fields.count == 1 else { return notices.explain(.fieldNeeded) }
        changeSearch { $0.begin(with: others + term.text(field, "")) }
    }

    private var query: ListQuery { query(state.search.text) }

    private func query(_ search: String) -> ListQuery {
        var query = ListQuery(
            search, in: state.capabilities, marked: stores.marks.idsInLists,
            months: Catalog.current.language.monthNames, order: state.order)
        query.foldsBursts = state.foldsBursts
        return query
    }

    /// Does the first that applies: cancels a jump to the end of the list, clears the search, clears the marks, goes
    /// back.
    func goBack() {
        if state.photos.isSelectionPending {
            photos.cancelJump()
        } else if state.search.isActive {
            changeSearch { $0.clear() }
        } else if !stores.marks.photos.isEmpty, !state.isOfMarked {
            unmarkAll()
        } else {
            if let photo = state.photos.selected { showed(photo.id) }
            navigator?.goBack()
        }
    }

    /// Unmarks all photos. If they are many, the first call only asks.
    private func unmarkAll() {
        let count = stores.marks.photos.count
        guard count <= Self.maxUnmarkedAtOnce || isAskingToUnmark else {
            isAskingToUnmark = true
            return notices.post(.info(UserFacingText.askingToUnmark(count, key: backKey)))
        }
        isAskingToUnmark = false
        stores.marks.clear()
    }

    /// The maximum number of photos that are unmarked without asking.
    private static var maxUnmarkedAtOnce: Int { 3 }

    /// Cancels the question whether to unmark all photos; called before any command but going back.
    func keepMarks() {
        isAskingToUnmark = false
    }

    /// Leaves the screen without clearing the search or the marks first. From a home tab, quits.
    func leave() {
        if let photo = state.photos.selected { showed(photo.id) }
        if state.quits || state.heading.tab != nil { navigator?.quit() } else { navigator?.goBack() }
    }

    func adoptPreferences() {
        let (width, showsDates) = (preferences.usableTileWidth, preferences.showsDates)
        guard state.tileSize.width != width || state.showsDates != showsDates else { return }
        update {
            $0.tileSize.width = width
            $0.showsDates = showsDates
        }
    }

    /// Shows or hides the dates below the titles, and stores the choice.
    func toggleDates() {
        update { $0.showsDates.toggle() }
        preferences.showsDates = state.showsDates
    }

    func resizeTiles(_ step: TileSize.Step, columns: Int, canGrow: Bool) {
        let size = grid.size(after: step, from: state.tileSize, columns: columns, canGrow: canGrow)
        if let size { update { $0.tileSize = size } }
    }

    func suspend() {
        isSuspended = true
        collecting?.cancel()
        countingValues?.cancel()
        countingAssessed?.cancel()
        countingAssessed = nil
        collectingSign.update(isBusy: false)
        summary.stop()
        // First, because the list's last change can start loads of the others.
        grid.stop()
        lineLoader.stop()
        selectionLoader.stop()
        aspectRatios.stop()
    }

    // MARK: Photos for commands

    /// Returns the selected photo. Throws why there is none.
    func currentPhoto() throws(NoEffect) -> Photo {
        guard let photo = state.photos.selected else { throw state.photos.noSelection }
        return photo
    }

    func showInformation() {
        do {
            navigator?.show(.details(try currentPhoto(), at: position, in: shown))
        } catch {
            notices.explain(error)
        }
    }

    /// Marks or unmarks the selected photo, or all of its burst.
    func toggleMark() {
        navigator?.run(.mark)
    }

    /// Adds the photo at an index to favorites, or removes it.
    func toggleFavorite(at index: Int) {
        if let photo = state.photos[index] { stores.favorites.toggle([photo]) }
    }

    /// Passes all photos of the list that match its search to `use` once they have loaded, including those out of view
    /// and those of folded bursts. A search in a service's list sees only the top photo of a stack.
    func withAllPhotos(_ use: @escaping ([Photo]) -> Void) -> Task<Void, Never> {
        collecting?.cancel()
        collectingSign.update(isBusy: true)
        collections += 1
        // The user may change the search before the task runs.
        let task = Task { [weak self, photos, query = photos.query?.unfolded, number = collections] in
            var shown = (try? await photos.elements(matching: query)) ?? []
            // Lists of services contain no unfolded stacks.
            if query?.search.isEmpty == true, let library = self?.shown.library {
                var members: [Photo] = []
                for photo in shown where !Task.isCancelled { members += await library.burst(of: photo) }
                shown = members
            }
            // The sign is that of the last task.
            guard let self, number == collections else { return }
            collectingSign.update(isBusy: false)
            guard !Task.isCancelled else { return }
            if shown.isEmpty { notices.explain(state.photos.noSelection) } else { use(shown) }
        }
        collecting = task
        return task
    }

    /// The marked photos in view. Of a folded burst, only the photo on top counts.
    var markedInView: Set<Photo.ID> { Set(state.photos.visible.filter(stores.marks.contains).map(\.id)) }

    /// Returns whether a photo is in the list: matches the search, and is not hidden in a folded burst.
    func isListed(_ photo: Photo) async -> Bool {
        let (list, query) = (state.list, query)
        guard let index = try? await shown.library.index(of: photo.id, in: list, matching: query) else { return false }
        guard query.foldsBursts else { return true }
        let found = try? await shown.library.photos(in: list, matching: query, in: index..<index + 1).first
        return found?.id == photo.id
    }

    /// Selects the next photo, if there is one.
    func selectNext() {
        _ = photos.move(.right)
    }

    /// Called when photos have been assessed, marked or unmarked. Marks may be part of the search.
    func annotationsChanged() {
        update()
        if state.isOfMarked || photos.query != query { reloadPhotos() }
    }

    /// Selects a photo, unless the list lacks it.
    func reveal(_ ids: [Photo.ID]) {
        photos.reveal(ids)
    }

    /// Reloads the photos, with the current marks in the query.
    private func reloadPhotos() {
        countAssessed()
        if photos.query == query { photos.reload() } else { photos.show(query) }
    }

    /// The longest list of a service whose rated photos are counted: it has to send them all.
    private static let maxCountedOnline = 200

    /// Counts rated and rejected photos, once the first photos of the list have loaded.
    private func countAssessed(atOnce: Bool = false) {
        guard stores.edits.canAssess, state.capabilities.searchFields.contains(.rating),
            let counts = photos.state.counts,
            !state.capabilities.hasOnlineSearch || counts.available <= Self.maxCountedOnline
        else { return }
        countsAssessedAgain = true
        if atOnce || stores.edits.isInUse {
            countsAtOnce = true
            pause?.cancel()
        }
        guard countingAssessed == nil else { return }
        countingAssessed = Task { [weak self, shown, clock, list = state.list] in
            // After `suspend()`, another task may count.
            while !Task.isCancelled, self?.countsAssessedAgain == true {
                self?.countsAssessedAgain = false
                let values = try? await shown.library.values(of: .rating, in: list, matching: .everything)
                guard !Task.isCancelled else { return }
                if let values { self?.show(AssessedCounts(values)) }
                guard let query = self?.photos.query else { break }
                let bursts = query.foldsBursts ? try? await shown.library.bursts(in: list, matching: query) : []
                guard !Task.isCancelled else { return }
                if let bursts { self?.show(burstsLeft: bursts.count { !$0.isDecided }) }
                if self?.countsAtOnce == true {
                    self?.countsAtOnce = false
                    continue
                }
                let pause = Task<Void, Never> { try? await clock.sleep(for: Self.countingPause) }
                self?.pause = pause
                _ = await pause.value
            }
            if !Task.isCancelled { self?.countingAssessed = nil }
        }
    }

    private func show(burstsLeft: Int) {
        if state.burstsLeft != burstsLeft { update { $0.burstsLeft = burstsLeft } }
    }

    private func show(_ counts: AssessedCounts) {
        let isShown = counts.total > 0 && stores.edits.isInUse || counts.rated > 0 || counts.rejected > 0
        update { $0.assessed = isShown ? counts : nil }
    }

    // MARK: Home tabs

    /// Shows another owner or other totals above the photos.
    func changeHeading(_ heading: PhotoGridHeading) {
        update { $0.heading = heading }
    }

    func show(_ tab: Section) {
        guard case .home(let shown, let pane) = state.heading else { return }
        guard tab != shown else { return notices.explain(.tabAlreadyOpen) }
        navigator?.show(.tab(tab, pane))
    }

    /// Shows the profile of the owner named in the heading.
    func showProfile() {
        guard case .home(_, let pane) = state.heading else { return }
        guard let owner = pane.owner else {
            return notices.explain(pane.isOfEveryone ? .severalOwners : .stillLoading)
        }
        navigator?.show(.profile(owner, pane.totals))
    }

    /// Updates the heading when the owner becomes known or the totals change.
    private func summaryChanged() {
        guard case .home(let tab, var pane) = state.heading else { return }
        let owners = summary.owners ?? []
        pane.owner = owners.first { [pane] in $0.id == pane.owner?.id } ?? pane.owner ?? owners.first
        pane.totals = summary.totals ?? pane.totals
        pane.ownerCount = summary.owners?.count ?? pane.ownerCount
        update { $0.heading = .home(tab, pane.ofEveryone) }
    }

    // MARK: Publishing

    private func photosChanged() {
        if let tile {
            thumbnailLoader.show(visible: photos.visible, nearby: Array(photos.nearby), as: tile)
            if !isSuspended { selectionLoader.load(photos.selected) }
        } else {
            lineLoader.load(photos.visible)
        }
        if state.isMasonry { aspectRatios.load(photos.loaded) }
        update()
        if state.photos.counts != nil, !hasCountedAssessed {
            hasCountedAssessed = true
            countAssessed()
        }
    }

    private func aspectRatiosChanged() {
        photos.place()
        photosChanged()
    }

    private func update(_ change: (inout PhotoGridState) -> Void = { _ in }) {
        var new = state
        new.photos = photos.state
        if collectingSign.isShown { new.photos.isSlow = true }
        new.tiles = thumbnailLoader.tiles
        new.lineDetails = lineLoader.details
        new.selectionDetails = selectionLoader.details
        let marks = stores.marks
        new.marked = Set(
            new.photos.visible.filter { marks.contains($0) || $0.burst.contains(where: marks.idsInLists.contains) }
                .map(\.id))
        new.markCount = marks.photos.count
        new.assessments = stores.edits.all(of: new.photos.visible)
        let chosen = marks.photos.isEmpty ? new.photos.selected.map { [$0] } ?? [] : marks.photos
        new.haveOriginals = chosen.isEmpty || chosen.contains(where: shown.library.mayHaveOriginal)
        if state.heading.tab != .favorites {
            new.favorites = Set(new.photos.visible.filter(stores.favorites.contains).map(\.id))
        }
        change(&new)
        new.tileSize.fillingCount = new.photos.fillingCount(
            isTyping: new.search.isTyping, previous: new.tileSize.fillingCount)
        state = new
    }
}
