import Albums
import TerminalUI

/// Makes each screen with its view-model; knows what they need, and nothing of the ways between them.
@MainActor
public struct ScreenFactory {
    let library: any PhotoLibrary
    let pictures: PicturePort
    let preferences: Preferences
    let notices: Notices
    /// What the program knows of itself and its surroundings.
    let doctor: () -> FactSheet

    public init(
        library: any PhotoLibrary, pictures: PicturePort, preferences: Preferences, notices: Notices,
        doctor: @escaping () -> FactSheet
    ) {
        self.library = library
        self.pictures = pictures
        self.preferences = preferences
        self.notices = notices
        self.doctor = doctor
    }

    func home(_ actions: HomeViewModel.Actions, showHelp: @escaping ([HelpEntry]) -> Void) -> any Screen {
        HomeScreen(
            viewModel: HomeViewModel(
                library: library, wish: preferences.ownerWish(), pictures: pictures, actions: actions),
            notices: notices, showHelp: showHelp)
    }

    func photoGrid(_ viewModel: PhotoGridViewModel, showHelp: @escaping ([HelpEntry]) -> Void) -> any Screen {
        PhotoGridScreen(viewModel: viewModel, notices: notices, showHelp: showHelp)
    }

    func photoGridViewModel(
        _ list: PhotoList, _ heading: PhotoGridHeading, _ actions: PhotoGridViewModel.Actions
    ) -> PhotoGridViewModel {
        PhotoGridViewModel(
            list: list, heading: heading, tileWidth: TileSize.usable(preferences.tileWidth() ?? TileSize.standard),
            library: library,
            pictures: pictures, actions: actions)
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

    func facts(_ sheet: FactSheet, goBack: @escaping () -> Void) -> any Screen {
        FactsScreen(sheet: sheet, goBack: goBack)
    }

    /// The facts of a photo; those that must be asked for come when they are known.
    func information(_ photo: Photo, goBack: @escaping () -> Void) -> any Screen {
        let screen = FactsScreen(sheet: FactSheet(photo, dimensions: nil, picture: nil), goBack: goBack)
        Task { [library, pictures, weak screen] in
            let source = try? await library.picture(of: photo)
            let dimensions = try? await pictures.dimensions(photo)
            screen?.sheet = FactSheet(photo, dimensions: dimensions, picture: source.map(Fact.init))
        }
        return screen
    }

    func help(_ entries: [HelpEntry], goBack: @escaping () -> Void) -> any Screen {
        HelpScreen(entries: entries, goBack: goBack)
    }
}
