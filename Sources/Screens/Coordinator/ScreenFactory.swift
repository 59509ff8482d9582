import Albums
import Basics
import CellArt
import Localization
import TerminalUI

/// Creates the screens and their view-models. Knows their dependencies, but not the navigation between them.
@MainActor
public struct ScreenFactory {
    let shown: ShownLibrary
    /// Port for saving copies of photos, both of the open library and of favorites.
    let copies: CopyPort
    let sharing: SharingPort
    let saving: PhotoSaving
    let favorites: FavoritesPort
    let stores: PhotoStores
    let recovery: FileRecovery
    let preferences: any Preferences
    let keys: KeyOverrides
    let notices: Notices
    let context: ScreenContext
    let viewing: ViewingSettings
    let link: LinkPort
    /// Nil unless the run picks photos for another program.
    let picking: Picking?
    /// The clock for busy indicators, transitions, animations and slideshows.
    let clock: any Clock<Duration>
    private let doctor: DoctorPort

    public init(
        shown: ShownLibrary, favorites: FavoritesPort, marks: MarksPort = MarksPort(),
        changes: ChangesPort = ChangesPort(), copies: CopyPort,
        sharing: SharingPort, preferences: any Preferences, settings: PictureSettings, themes: ThemeSettings,
        keys: KeyOverrides = KeyOverrides(), viewing: ViewingSettings = ViewingSettings(), link: LinkPort = LinkPort(),
        picking: Picking? = nil, labels: LabelNames = .default, notices: Notices,
        clock: any Clock<Duration> = ContinuousClock(), doctor: DoctorPort
    ) {
        self.shown = shown
        self.favorites = favorites
        self.copies = copies
        self.sharing = sharing
        stores = PhotoStores(
            library: shown.library, favorites: favorites, marks: picking == nil ? marks : MarksPort(),
            changes: changes, labels: labels, maxMarks: picking?.max, undoKey: keys.label(for: "program.undo"),
            notices: notices, clock: clock)
        recovery = FileRecovery(notices: notices, clock: clock)
        stores.files.onFolderUsed = { folder in
            preferences.rememberFolder(
                HomePath.abbreviated(String(decoding: folder, as: UTF8.self), home: copies.home))
        }
        self.preferences = preferences
        self.keys = keys
        self.notices = notices
        // The user may switch the theme. Appearances have its colors.
        var themes = themes
        themes.choice = .auto
        context = ScreenContext(
            themes: themes, keys: keys, notices: notices, pictures: settings,
            isPicking: picking != nil, labels: labels)
        self.viewing = viewing
        self.link = link
        self.picking = picking
        self.clock = clock
        saving = PhotoSaving(copies: copies, notices: notices, clock: clock)
        self.doctor = doctor
    }

    /// The work in the background that quitting would cut short; nil when idle.
    var backgroundWork: (any BackgroundWork)? {
        ([saving, stores.files, recovery] as [any BackgroundWork]).first { $0.progressLine != nil }
    }

    /// Cancels the work in progress, for Esc; nil if nothing in progress can be canceled.
    var cancelShownWork: (@MainActor () -> Void)? {
        if saving.isBusy { saving.cancel } else { stores.cancelShownWork }
    }

    /// The open library.
    var library: any PhotoLibrary { shown.library }

    /// The marked photos as a library, with the pictures of the favorites, which are those of all libraries.
    var markedPhotos: ShownLibrary {
        ShownLibrary(
            library: MarkedPhotos(marks: stores.marks, opened: library, library: favorites.shown.library),
            pictures: favorites.shown.pictures)
    }

    /// Creates a tab of home that lists albums, people or places.
    func home(_ section: Section, navigator: any Navigator) -> any Screen {
        HomeScreen(
            viewModel: HomeViewModel(
                section, of: shown, preferences: preferences, marks: stores.marks, notices: notices, clock: clock,
                navigator: navigator), context: context)
    }

    func photoGrid(
        _ list: PhotoList, _ heading: PhotoGridHeading, isFirst: Bool, quits: Bool, from shown: ShownLibrary,
        showed: @escaping (Photo.ID) -> Void, navigator: any Navigator
    ) -> (viewModel: PhotoGridViewModel, screen: any Screen) {
        let viewModel = PhotoGridViewModel(
            list: list, heading: heading, isFirst: isFirst, quits: quits, shown: shown, preferences: preferences,
            stores: stores, summary: LibrarySummary(library: library), backKey: keys.label(for: "photos.back"),
            clock: clock, showed: showed, navigator: navigator)
        return (viewModel, PhotoGridScreen(viewModel: viewModel, context: context))
    }

    /// Creates the viewer or, for screen readers, the photo page.
    func viewer(
        _ position: PhotoPosition, playing: Bool, quits: Bool, from shown: ShownLibrary,
        showed: @escaping (_ index: Int, Photo.ID) -> Void, navigator: any Navigator
    ) -> any Screen {
        let viewModel = ViewerViewModel(
            at: position, playing: playing && !context.isForReaders, quits: quits, isText: context.isForReaders,
            shown: shown, stores: stores, preferences: preferences, settings: viewing, link: link, clock: clock,
            showed: showed,
            navigator: navigator)
        return context.isForReaders
            ? PhotoPageScreen(viewModel: viewModel, context: context)
            : ViewerScreen(viewModel: viewModel, context: context)
    }

    /// Creates the viewer that compares photos or, for screen readers, a page of their differences.
    func comparison(
        _ photos: [Photo], from position: PhotoPosition, in shown: ShownLibrary, navigator: any Navigator
    ) -> any Screen {
        guard !context.isForReaders else {
            let compared: DetailsViewModel.Completion = { _ in
                var sheets: [DetailSheet] = []
                for photo in photos { sheets.append(DetailSheet(photo, await PhotoInformation(of: photo, in: shown))) }
                return DetailSheet(comparing: sheets, await ComparedPixels(of: photos, in: shown.pictures))
            }
            let sheet = DetailSheet(comparing: photos.map { DetailSheet($0, nil) })
            return details(
                .init(sheet: sheet, complete: compared), openedBy: "compare", revealing: photos.first,
                navigator: navigator)
        }
        return ViewerScreen(
            viewModel: ViewerViewModel(
                comparing: photos, at: position, shown: shown, stores: stores, preferences: preferences,
                settings: viewing, link: link, clock: clock, navigator: navigator), context: context)
    }

    /// Returns the zoom transition between a photo's picture in a grid and the whole terminal.
    ///
    /// Nil if animations are off, the link is too slow, or the picture isn't in view or hasn't loaded.
    func zoomTransition(
        _ direction: ZoomTransition.Direction, of photo: Photo?, over grid: (any Screen)?,
        on appearance: TerminalAppearance, from shown: ShownLibrary
    ) -> ScreenTransition? {
        // Anything finer would delay the photo that follows.
        let style = context.pictures.style(on: appearance).inMotion
        guard viewing.isAnimated, link.isQuick(), let photo, let grid, let tile = grid.pictureRect(of: photo.id),
            shown.pictures.cachedTile(photo, TileRequest(columns: 1, rows: 1, style: style)) != nil
        else { return nil }
        let zoomTransition = ZoomTransition(
            direction: direction, photo: photo, tile: tile, style: style, grid: grid, pictures: shown.pictures)
        return ScreenTransition(lasting: .milliseconds(100), clock: clock) {
            zoomTransition.draw(progress: $0, on: &$1)
        }
    }

    /// Creates the doctor page, with current facts about the program and the terminal; those on disk load in the
    /// background.
    func doctorPage(navigator: any Navigator) -> any Screen {
        // They load once, although the page is completed again when the terminal changes.
        let loading = Task { [doctor] in await doctor.load() }
        return details(
            .init(sheet: doctor.facts(), complete: { _ in await loading.value() }, refresh: doctor.facts),
            openedBy: "doctor", navigator: navigator)
    }

    /// Creates the profile page of an owner; totals and photo dates load in the background.
    func profile(_ owner: Owner, _ totals: LibraryTotals?, navigator: any Navigator) -> any Screen {
        let complete: DetailsViewModel.Completion = { [library] _ in
            let totals = (try? await library.totals()) ?? totals
            return DetailSheet(owner, totals, (try? await library.photoDates()).flatMap { $0 })
        }
        return details(
            .init(sheet: DetailSheet(owner, totals), complete: complete), openedBy: "profile", navigator: navigator)
    }

    /// Creates the details page of a photo, which follows its changes; details from the file or the service load in the
    /// background.
    func information(
        _ photo: Photo, at position: PhotoPosition, from shown: ShownLibrary, edit: @escaping () -> Void,
        navigator: any Navigator
    ) -> any Screen {
        var position = position
        position.photo = photo
        let facts = { @MainActor @Sendable (photo: Photo, early: @MainActor (DetailSheet) -> Void) in
            DetailSheet(photo, await PhotoInformation.complete(of: photo, in: shown) { early(DetailSheet(photo, $0)) })
        }
        return details(
            .init(sheet: DetailSheet(photo, nil), complete: { await facts(photo, $0) }),
            of: .init(
                navigator: PhotoNavigator(from: position, library: shown.library), pictures: shown.pictures,
                edit: library.canEdit(.description) ? edit : nil, facts: facts),
            openedBy: "information", navigator: navigator)
    }

    func commandOutput(
        _ line: String, of script: RunningScript, navigator: any Navigator,
        endedSilently: @escaping (_ status: Int32) -> Void
    ) -> any Screen {
        CommandOutputScreen(
            viewModel: CommandOutputViewModel(
                line: line, script: script, navigator: navigator, endedSilently: endedSilently), context: context)
    }

    func help(_ entries: [HelpEntry], navigator: any Navigator) -> any Screen {
        HelpScreen(entries, context: context, navigator: navigator)
    }

    private func details(
        _ content: DetailsViewModel.Content, of photo: DetailsViewModel.FollowedPhoto? = nil, openedBy command: String,
        revealing revealed: Photo? = nil, navigator: any Navigator
    ) -> any Screen {
        DetailsScreen(
            viewModel: DetailsViewModel(
                content, photo: photo, clock: clock, revealing: revealed, navigator: navigator),
            openedBy: command, context: context)
    }
}
