import Albums
import TerminalUI

/// The only object that moves between screens.
@MainActor
public final class Coordinator {
    /// Called when the person wants to leave the program.
    public var onQuit: () -> Void = {}

    private let stack: ScreenStack
    private let screens: ScreenFactory
    private var following: Task<Void, Never>?
    /// The photo to open as soon as the library has found it.
    private var awaited: Photo?

    public init(stack: ScreenStack, screens: ScreenFactory) {
        self.stack = stack
        self.screens = screens
        screens.notices.onChange = { [weak stack] in stack?.onNeedsDisplay() }
    }

    /// Shows whose library it is and its albums; then the photo that was asked for, on top of its album.
    public func start(at photo: Photo? = nil) {
        awaited = photo
        showHome()
        following = Task { [weak self, events = screens.library.events()] in
            await self?.openAwaitedPhoto()
            for await event in events { await self?.libraryTold(event) }
        }
    }

    /// A key, a paste or the mouse; a key also takes away the notice that was shown.
    public func handle(_ event: InputEvent) {
        if case .key = event { screens.notices.dismiss() }
        stack.handle(event)
    }

    // MARK: Ways between screens

    private func showHome() {
        let actions = HomeViewModel.Actions(
            openAlbum: { [weak self] in self?.showAlbum($0) },
            showProfile: { [weak self] in self?.showProfile($0, $1) },
            chooseOwner: { [weak self] in self?.showOwners($0, current: $1, chosen: $2) },
            rememberScope: screens.preferences.rememberScope,
            missOwner: { [notices = screens.notices] in notices.post("There is no owner \($0) here") },
            quit: { [weak self] in self?.onQuit() })
        stack.push(screens.home(actions, showHelp: { [weak self] in self?.showHelp($0) }))
    }

    @discardableResult
    private func showAlbum(_ album: Album) -> AlbumViewModel {
        let viewModel = screens.albumViewModel(
            album, openPhoto: { [weak self] in self?.showViewer($0, showed: $1) },
            goBack: { [weak self] in self?.goBack() })
        stack.push(screens.album(viewModel, showHelp: { [weak self] in self?.showHelp($0) }))
        return viewModel
    }

    private func showViewer(_ place: PhotoPlace, showed: @escaping (Int) -> Void) {
        let actions = ViewerViewModel.Actions(showed: showed, goBack: { [weak self] in self?.goBack() })
        stack.push(screens.viewer(place, actions, showHelp: { [weak self] in self?.showHelp($0) }))
    }

    private func showOwners(_ owners: [Owner], current: OwnerScope, chosen: @escaping (OwnerScope) -> Void) {
        let actions = OwnersViewModel.Actions(
            choose: { [weak self] in
                self?.goBack()
                chosen($0)
            },
            goBack: { [weak self] in self?.goBack() })
        stack.push(screens.owners(owners, current: current, actions, showHelp: { [weak self] in self?.showHelp($0) }))
    }

    private func showProfile(_ owner: Owner, _ totals: LibraryTotals?) {
        stack.push(screens.profile(owner, totals, goBack: { [weak self] in self?.goBack() }))
    }

    private func showHelp(_ entries: [HelpEntry]) {
        stack.push(screens.help(entries, goBack: { [weak self] in self?.goBack() }))
    }

    private func goBack() {
        stack.pop()
    }

    // MARK: News of the library

    private func libraryTold(_ event: LibraryEvent) async {
        if let news = Words.news(event) { screens.notices.post(news) }
        (stack.top as? any LibraryScreen)?.libraryChanged()
        await openAwaitedPhoto()
        if event == .completed { awaited = nil }
    }

    private func openAwaitedPhoto() async {
        guard let photo = awaited, let (album, index) = await screens.library.place(of: photo), awaited != nil else {
            return
        }
        awaited = nil
        showAlbum(album).open(at: index)
    }
}
