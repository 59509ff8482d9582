import Albums
import TerminalUI

/// Makes each screen with its view-model; knows what they need, and nothing of the ways between them.
@MainActor
public struct ScreenFactory {
    let library: any PhotoLibrary
    let pictures: PicturePort
    let preferences: Preferences
    let notices: Notices

    public init(library: any PhotoLibrary, pictures: PicturePort, preferences: Preferences, notices: Notices) {
        self.library = library
        self.pictures = pictures
        self.preferences = preferences
        self.notices = notices
    }

    func home(_ actions: HomeViewModel.Actions, showHelp: @escaping ([HelpEntry]) -> Void) -> any Screen {
        HomeScreen(
            viewModel: HomeViewModel(
                library: library, wish: preferences.ownerWish(), pictures: pictures, actions: actions),
            notices: notices, showHelp: showHelp)
    }

    func album(_ viewModel: AlbumViewModel, showHelp: @escaping ([HelpEntry]) -> Void) -> any Screen {
        AlbumScreen(viewModel: viewModel, notices: notices, showHelp: showHelp)
    }

    func albumViewModel(
        _ album: Album, openPhoto: @escaping (PhotoPlace, _ showed: @escaping (Int) -> Void) -> Void,
        goBack: @escaping () -> Void
    ) -> AlbumViewModel {
        AlbumViewModel(
            album: album, tileWidth: preferences.tileWidth() ?? TileSize.standard, library: library,
            pictures: pictures,
            actions: .init(openPhoto: openPhoto, goBack: goBack, rememberTileWidth: preferences.rememberTileWidth))
    }

    func viewer(
        _ place: PhotoPlace, _ actions: ViewerViewModel.Actions, showHelp: @escaping ([HelpEntry]) -> Void
    ) -> any Screen {
        ViewerScreen(
            viewModel: ViewerViewModel(place: place, library: library, pictures: pictures, actions: actions),
            notices: notices, showHelp: showHelp)
    }

    func owners(
        _ owners: [Owner], current: OwnerScope, _ actions: OwnersViewModel.Actions,
        showHelp: @escaping ([HelpEntry]) -> Void
    ) -> any Screen {
        OwnersScreen(
            viewModel: OwnersViewModel(owners: owners, current: current, actions: actions), notices: notices,
            showHelp: showHelp)
    }

    func profile(_ owner: Owner, _ totals: LibraryTotals?, goBack: @escaping () -> Void) -> any Screen {
        ProfileScreen(owner: owner, totals: totals, goBack: goBack)
    }

    func help(_ entries: [HelpEntry], goBack: @escaping () -> Void) -> any Screen {
        HelpScreen(entries: entries, goBack: goBack)
    }
}
