import Albums
import Localization
import TerminalUI

/// Makes each screen with its view-model; knows what they need, and nothing of the ways between them.
@MainActor
public struct ScreenFactory {
    let shown: ShownLibrary
    /// Copies of the photos of the open library, and of favorites.
    let copies: CopyPort
    let sharing: SharingPort
    let saving: PhotoSaving
    let favorites: FavoritesPort
    let hearts: Hearts
    let preferences: Preferences
    let settings: PictureSettings
    let themes: ThemeSettings
    let keys: KeyChoice
    let viewing: ViewingSettings
    let link: LinkPort
    let notices: Notices
    /// Tells what takes so long that a person wants a sign of it.
    let clock: any Clock<Duration>
    /// What the program knows of itself and its surroundings.
    let doctor: () -> FactSheet

    public init(
        shown: ShownLibrary, favorites: FavoritesPort, copies: CopyPort, sharing: SharingPort, preferences: Preferences,
        settings: PictureSettings, themes: ThemeSettings, keys: KeyChoice = KeyChoice(),
        viewing: ViewingSettings = ViewingSettings(), link: LinkPort = LinkPort(), notices: Notices,
        clock: any Clock<Duration> = ContinuousClock(), doctor: @escaping () -> FactSheet
    ) {
        self.shown = shown
        self.favorites = favorites
        self.copies = copies
        self.sharing = sharing
        hearts = Hearts(port: favorites, notices: notices, clock: clock)
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

    /// The library that is open.
    var library: any PhotoLibrary { shown.library }

    func home(_ actions: HomeViewModel.Actions, showHelp: @escaping ([HelpEntry]) -> Void) -> any Screen {
        HomeScreen(
            viewModel: HomeViewModel(
                library: library, wish: preferences.ownerWish(), order: preferences.albumOrder(),
                pictures: shown.pictures, clock: clock, actions: actions),
            settings: settings, themes: themes, keyMap: KeyMap.home.with(keys), notices: notices, showHelp: showHelp)
    }

    func photoGrid(_ viewModel: PhotoGridViewModel, showHelp: @escaping ([HelpEntry]) -> Void) -> any Screen {
        PhotoGridScreen(
            viewModel: viewModel, favorites: viewModel.state.heading.tab == .favorites ? nil : hearts,
            settings: settings, themes: themes, keys: keys, notices: notices, showHelp: showHelp)
    }

    func photoGridViewModel(
        _ list: PhotoList, _ heading: PhotoGridHeading, from shown: ShownLibrary,
        _ actions: PhotoGridViewModel.Actions
    ) -> PhotoGridViewModel {
        PhotoGridViewModel(
            list: list, heading: heading, tileWidth: TileSize.usable(preferences.tileWidth() ?? TileSize.standard),
            library: shown.library, pictures: shown.pictures, summary: LibrarySummary(library: library), clock: clock,
            actions: actions)
    }

    func viewer(
        _ place: PhotoPlace, playing: Bool, from shown: ShownLibrary, _ actions: ViewerViewModel.Actions,
        showHelp: @escaping ([HelpEntry]) -> Void
    ) -> any Screen {
        guard !themes.isForReaders else {
            return PhotoPageScreen(
                viewModel: PhotoPageViewModel(place: place, shown: shown, actions: actions), hearts: hearts,
                themes: themes, keys: keys, notices: notices, showHelp: showHelp)
        }
        return ViewerScreen(
            viewModel: ViewerViewModel(
                place: place, playing: playing, library: shown.library, pictures: shown.pictures, settings: viewing,
                link: link, clock: clock, actions: actions),
            hearts: hearts, settings: settings, themes: themes, keyMap: KeyMap.viewer.with(keys), notices: notices,
            showHelp: showHelp)
    }

    /// A photo's movement between its tile on a grid and the whole terminal; nil where nothing is to move, the line is too
    /// slow for that, or the tile is not in view.
    func flight(
        _ direction: PhotoFlight.Direction, of photo: Photo.ID?, over screen: (any Screen)?, from shown: ShownLibrary
    ) -> ScreenTransition? {
        guard viewing.isAnimated, link.isQuick, let grid = screen as? PhotoGridScreen, let tile = grid.selectedTile,
            tile.photo.id == photo ?? tile.photo.id,
            shown.pictures.glance(tile.photo, TileRequest(columns: 1, rows: 1, style: tile.style)) != nil
        else { return nil }
        let flight = PhotoFlight(direction: direction, tile: tile, grid: grid, pictures: shown.pictures)
        return ScreenTransition(lasting: .milliseconds(150), clock: clock) { flight.draw(progress: $0, on: &$1) }
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

    /// What the program knows of itself and the terminal, as it is now.
    func doctorPage(goBack: @escaping () -> Void) -> any Screen {
        FactsScreen(
            sheet: doctor(), themes: themes, keyMap: KeyMap.page.with(keys), clock: clock, refresh: doctor,
            goBack: goBack)
    }

    /// The facts of an owner; the dates of photos come when they are known.
    func profile(_ owner: Owner, _ totals: LibraryTotals?, goBack: @escaping () -> Void) -> any Screen {
        FactsScreen(
            sheet: FactSheet(owner, totals), themes: themes, keyMap: KeyMap.page.with(keys), clock: clock,
            complete: { [library] in
                let totals = (try? await library.totals()) ?? totals
                return FactSheet(owner, totals, (try? await library.photoDates()).flatMap { $0 })
            }, goBack: goBack)
    }

    /// The facts of a photo; those that must be asked for come when they are known.
    func information(_ photo: Photo, from shown: ShownLibrary, goBack: @escaping () -> Void) -> any Screen {
        FactsScreen(
            sheet: FactSheet(photo, nil), themes: themes, keyMap: KeyMap.page.with(keys), clock: clock,
            complete: { FactSheet(photo, await PhotoInformation(of: photo, in: shown)) }, goBack: goBack)
    }

    func help(_ entries: [HelpEntry], goBack: @escaping () -> Void) -> any Screen {
        HelpScreen(entries: entries, themes: themes, keyMap: KeyMap.page.with(keys), goBack: goBack)
    }
}
