import Albums
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
    let favoritesStore: FavoritesStore
    let preferences: Preferences
    let settings: PictureSettings
    let themes: ThemeSettings
    let keys: KeyOverrides
    let viewing: ViewingSettings
    let link: LinkPort
    let notices: Notices
    /// The clock for busy indicators, transitions, animations and slideshows.
    let clock: any Clock<Duration>
    /// Collects the facts on the doctor page, about the program and its environment.
    let doctor: () -> DetailSheet

    public init(
        shown: ShownLibrary, favorites: FavoritesPort, copies: CopyPort, sharing: SharingPort, preferences: Preferences,
        settings: PictureSettings, themes: ThemeSettings, keys: KeyOverrides = KeyOverrides(),
        viewing: ViewingSettings = ViewingSettings(), link: LinkPort = LinkPort(), notices: Notices,
        clock: any Clock<Duration> = ContinuousClock(), doctor: @escaping () -> DetailSheet
    ) {
        self.shown = shown
        self.favorites = favorites
        self.copies = copies
        self.sharing = sharing
        favoritesStore = FavoritesStore(port: favorites, notices: notices, clock: clock)
        self.preferences = preferences
        self.settings = settings
        self.themes = themes
        self.keys = keys
        self.viewing = viewing
        self.link = link
        self.notices = notices
        self.clock = clock
        saving = PhotoSaving(copies: copies, notices: notices, clock: clock)
        self.doctor = doctor
    }

    /// The open library.
    var library: any PhotoLibrary { shown.library }

    func home(_ actions: HomeViewModel.Actions, showHelp: @escaping ([HelpEntry]) -> Void) -> any Screen {
        HomeScreen(
            viewModel: HomeViewModel(
                library: library, ownerPreference: preferences.ownerPreference(), order: preferences.albumOrder(),
                pictures: shown.pictures, clock: clock, actions: actions),
            settings: settings, themes: themes, keyMap: KeyMap.home.with(keys), notices: notices, showHelp: showHelp)
    }

    func photoGrid(_ viewModel: PhotoGridViewModel, showHelp: @escaping ([HelpEntry]) -> Void) -> any Screen {
        PhotoGridScreen(
            viewModel: viewModel, settings: settings, themes: themes, keys: keys, notices: notices, showHelp: showHelp)
    }

    func photoGridViewModel(
        _ list: PhotoList, _ heading: PhotoGridHeading, from shown: ShownLibrary,
        _ actions: PhotoGridViewModel.Actions
    ) -> PhotoGridViewModel {
        PhotoGridViewModel(
            list: list, heading: heading, tileWidth: TileSize.usable(preferences.tileWidth() ?? TileSize.default),
            library: shown.library, pictures: shown.pictures,
            favorites: heading.tab == .favorites ? nil : favoritesStore, summary: LibrarySummary(library: library),
            clock: clock, actions: actions)
    }

    func viewer(
        _ position: PhotoPosition, playing: Bool, from shown: ShownLibrary, _ actions: ViewerViewModel.Actions,
        showHelp: @escaping ([HelpEntry]) -> Void
    ) -> any Screen {
        guard !themes.isForReaders else {
            return PhotoPageScreen(
                viewModel: PhotoPageViewModel(position: position, shown: shown, actions: actions),
                favoritesStore: favoritesStore,
                themes: themes, keys: keys, notices: notices, showHelp: showHelp)
        }
        return ViewerScreen(
            viewModel: ViewerViewModel(
                position: position, playing: playing, library: shown.library, pictures: shown.pictures,
                settings: viewing,
                link: link, clock: clock, actions: actions),
            favoritesStore: favoritesStore, settings: settings, themes: themes, keyMap: KeyMap.viewer.with(keys),
            notices: notices,
            showHelp: showHelp)
    }

    /// Returns the zoom transition between a photo's tile and the whole terminal.
    ///
    /// Nil if animations are off, the link is too slow, or the tile isn't in view or hasn't loaded.
    func zoomTransition(
        _ direction: ZoomTransition.Direction, of photo: Photo.ID?, over screen: (any Screen)?, from shown: ShownLibrary
    ) -> ScreenTransition? {
        guard viewing.isAnimated, link.isQuick, let grid = screen as? PhotoGridScreen, let tile = grid.selectedTile,
            tile.photo.id == photo ?? tile.photo.id,
            shown.pictures.cachedTile(tile.photo, TileRequest(columns: 1, rows: 1, style: tile.style)) != nil
        else { return nil }
        let zoomTransition = ZoomTransition(direction: direction, tile: tile, grid: grid, pictures: shown.pictures)
        return ScreenTransition(lasting: .milliseconds(150), clock: clock) {
            zoomTransition.draw(progress: $0, on: &$1)
        }
    }

    func shareSheet(
        _ photos: [Photo], from shown: ShownLibrary, saving: Bool, _ actions: ShareViewModel.Actions,
        showHelp: @escaping ([HelpEntry]) -> Void
    ) -> any Screen {
        ShareScreen(
            viewModel: ShareViewModel(
                photos: photos, beginsSaving: saving, library: shown.library, sharing: sharing, copies: copies,
                saving: self.saving, clock: clock, actions: actions),
            themes: themes, keys: keys, notices: notices, showHelp: showHelp)
    }

    func qrCode(of link: String, goBack: @escaping () -> Void) -> any Screen {
        QRCodeScreen(link: link, themes: themes, goBack: goBack)
    }

    func quitQuestion(_ actions: QuitViewModel.Actions) -> any Screen {
        QuitScreen(viewModel: QuitViewModel(saving: saving, actions: actions), themes: themes, notices: notices)
    }

    func owners(
        _ owners: [Owner], current: OwnerScope, _ actions: OwnersViewModel.Actions,
        showHelp: @escaping ([HelpEntry]) -> Void
    ) -> any Screen {
        OwnersScreen(
            viewModel: OwnersViewModel(owners: owners, current: current, actions: actions), themes: themes,
            keyMap: KeyMap.owners.with(keys), notices: notices, showHelp: showHelp)
    }

    /// Creates the doctor page, with current facts about the program and the terminal.
    func doctorPage(goBack: @escaping () -> Void) -> any Screen {
        DetailsScreen(
            sheet: doctor(), themes: themes, keyMap: KeyMap.page.with(keys), clock: clock, refresh: doctor,
            goBack: goBack)
    }

    /// Creates the profile page of an owner; totals and photo dates load in the background.
    func profile(_ owner: Owner, _ totals: LibraryTotals?, goBack: @escaping () -> Void) -> any Screen {
        DetailsScreen(
            sheet: DetailSheet(owner, totals), themes: themes, keyMap: KeyMap.page.with(keys), clock: clock,
            complete: { [library] in
                let totals = (try? await library.totals()) ?? totals
                return DetailSheet(owner, totals, (try? await library.photoDates()).flatMap { $0 })
            }, goBack: goBack)
    }

    /// Creates the details page of a photo; details from the file or the service load in the background.
    func information(_ photo: Photo, from shown: ShownLibrary, goBack: @escaping () -> Void) -> any Screen {
        DetailsScreen(
            sheet: DetailSheet(photo, nil), themes: themes, keyMap: KeyMap.page.with(keys), clock: clock,
            complete: { DetailSheet(photo, await PhotoInformation(of: photo, in: shown)) }, goBack: goBack)
    }

    func help(_ entries: [HelpEntry], goBack: @escaping () -> Void) -> any Screen {
        HelpScreen(entries: entries, themes: themes, keyMap: KeyMap.page.with(keys), goBack: goBack)
    }
}
