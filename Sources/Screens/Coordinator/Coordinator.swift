import Albums
import Localization
import TerminalUI

/// Owns the navigation: the only object that pushes and pops screens.
@MainActor
public final class Coordinator {
    /// Called when the user has quit and all changes are on disk.
    public var onQuit: () -> Void = {}
    /// Called with the paths or links of the photos that the user has picked, when all changes are on disk.
    public var onPick: (_ locations: [[UInt8]]) -> Void = { _ in }
    /// Called when the user suspends the program.
    public var onSuspend: () -> Void = {}
    /// Called when the user wants the whole screen to be sent again.
    public var onRedraw: () -> Void = {}
    /// Called when the user switches to another theme.
    public var onThemeChange: (ThemeChoice) -> Void = { _ in }

    private let stack: ScreenStack
    private let screens: ScreenFactory
    private lazy var photoCommands = PhotoCommands(screens: screens, coordinator: self)
    /// The open dialogs, each with the closure that ends it without an answer.
    private var openDialogs: [ObjectIdentifier: () -> Void] = [:]
    private let typeAhead = TypeAhead()
    private let settingsSign: BusyIndicator
    /// The requested photo, until the library has found it.
    private(set) var pendingPhoto: Photo?
    /// The screen shown at startup.
    private weak var firstScreen: (any Screen)?
    /// Whether to open the library's only album: until another screen has opened.
    var opensOnlyAlbum = true
    /// Whether the program opens screens by itself; leaving one of these quits.
    private var isStarting = false
    private var tab = Section.albums
    private var quitting: Task<Void, Never>?
    /// The tabs of home beside the albums. They stay in memory, so returning to one restores its position, filter and
    /// layout.
    private var tabs: [Section: any Screen] = [:]

    public init(stack: ScreenStack, screens: ScreenFactory) {
        self.stack = stack
        self.screens = screens
        settingsSign = BusyIndicator(clock: screens.clock)
        settingsSign.onChange = { [notices = screens.notices, weak settingsSign] in
            notices.show(settingsSign?.isShown == true ? localized("saving settings\u{2026}") : nil, of: .settings)
        }
        screens.notices.onChange = { [weak stack] in stack?.onNeedsDisplay() }
        screens.stores.marks.onChange = { [weak stack] in
            if let screen = stack?.top as? any PhotoChoosing {
                screen.annotationsChanged()
            } else {
                stack?.top?.reload()
            }
            stack?.onNeedsDisplay()
        }
        screens.stores.edits.onChange = { [weak stack] in (stack?.top as? any PhotoChoosing)?.annotationsChanged() }
        screens.stores.favorites.onChange = { [weak stack] in
            stack?.top?.reload()
            stack?.onNeedsDisplay()
        }
        screens.stores.log.onRevert = { [weak stack, favorites = screens.favorites] photos in
            guard let photo = photos.first else { return }
            (stack?.top as? any PhotoChoosing)?.reveal([photo.id, favorites.id(photo)])
        }
        stack.onKey = { [weak self] in self?.handle(.key($0)) }
        typeAhead.handle = { [weak self] in self?.handle($0) }
    }

    /// The first screen.
    public enum Start: Sendable {
        case home, feed
        /// The only list of the library, without a home screen.
        case photos(PhotoList, title: String)
    }

    /// Shows the first screen, then opens the requested photo on top of its album.
    public func start(with start: Start = .home, at photo: Photo? = nil) {
        pendingPhoto = photo
        switch start {
        case .home: showHome()
        case .feed:
            showHome()
            showTab(.feed, HomePane(of: screens.library))
        case .photos(let list, let title): showPhotos(list, .title(title))
        }
        firstScreen = stack.top
        Task { [weak self, events = screens.library.events()] in
            await self?.openPendingPhoto()
            for await event in events { await self?.handleLibraryEvent(event) }
        }
        Task { [screens] in await screens.stores.marks.load(in: screens.library) }
        Task { [favorites = screens.stores.favorites] in await favorites.follow() }
    }

    /// Handles input. A key press or a click also dismisses the current notice.
    ///
    /// Esc does the first that applies:
    /// 1. cancels a lookup for which keys wait (`TypeAhead`);
    /// 2. clears the line that the user types (`TextField.handle`), or closes the dialog;
    /// 3. cancels work that is shown in progress (`ScreenFactory.cancelShownWork`);
    /// 4. goes back (`goBack()` of the view-model); in a grid, earlier presses cancel a jump, clear the search, and unmark
    ///    photos.
    public func handle(_ event: InputEvent) {
        if event == .key(Key(.escape)), typeAhead.cancelLookup() {
            return screens.notices.post(.info(localized("Canceled")))
        }
        if typeAhead.keep(event) { return }
        defer { if stack.count > 1 { opensOnlyAlbum = false } }
        if case .key(let key) = event {
            let command = programCommand(for: key)
            if command != .suspend, command != .redraw {
                screens.notices.dismiss()
            }
            if let command { return run(command) }
            if key == Key(.escape), isReading, let cancel = screens.cancelShownWork { return cancel() }
            if let command = photoCommand(for: key) { return run(command) }
        }
        stack.handle(event)
        // The notice was on screen when the user clicked, so the click is handled before the notice is dismissed.
        if case .mouse(let report) = event, report.action == .press { screens.notices.dismiss() }
    }

    /// Whether the top screen is neither a dialog nor has a line that the user types.
    private var isReading: Bool {
        guard let top = stack.top, openDialogs[ObjectIdentifier(top)] == nil else { return false }
        return (top as? any CommandListing)?.isTyping == false
    }

    // MARK: Commands of every screen

    /// Returns the command of the program for a key; nil if the top screen handles the key itself.
    private func programCommand(for key: Key) -> ProgramCommand? {
        guard let command = screens.context.programKeys.command(for: key) else { return nil }
        if [.suspend, .redraw].contains(command), !key.typesText { return command }
        if [.undo, .redo].contains(command), (stack.top as? DetailsScreen)?.isEditable == true { return command }
        guard let listing = stack.top as? any CommandListing, !key.typesText || !listing.isTyping else { return nil }
        return command
    }

    /// Returns the command for a key on a screen with photos; nil if the screen handles the key itself.
    private func photoCommand(for key: Key) -> PhotoCommand? {
        guard let screen = topPhotos,
            let command = photoCommands.command(for: key, on: screen),
            !screen.isTyping || !key.typesText && ![.pick, .trash].contains(command)
        else { return nil }
        return command
    }

    func run(_ command: PhotoCommand) {
        if let screen = topPhotos { photoCommands.run(command, on: screen) }
    }

    private func run(_ command: ProgramCommand) {
        switch command {
        case .help: showHelp()
        case .palette: showPalette()
        case .undo: screens.stores.log.undo()
        case .redo: screens.stores.log.redo()
        case .doctor: push(screens.doctorPage(navigator: self))
        case .theme: switchTheme()
        case .settings, .language, .openOther:
            if let text = command.instructions { screens.notices.post(.info(text), about: .view) }
        case .suspend: onSuspend()
        case .redraw: onRedraw()
        }
    }

    /// Switches from a dark theme to the light one or back, until the program ends.
    private func switchTheme() {
        let theme: ThemeChoice = stack.appearance.brightness == .light ? .dark : .light
        onThemeChange(theme)
        let setting = "theme = \"\(theme.rawValue)\""
        screens.notices.post(.info(localized("To keep this theme, put \(setting) into config.toml")), about: .view)
    }

    private func showPalette() {
        guard let listing = stack.top as? any CommandListing else { return }
        let ofPhotos = topPhotos.map {
            photoCommands.useful(on: $0).actions { [weak self] in self?.run($0) }
        }
        let commands =
            (ofPhotos ?? []) + listing.actions
            + screens.context.programKeys.actions { [weak self] in self?.run($0) }
        interact { [weak self] in
            if let index = await self?.ask(Menu.palette(commands)) { commands[index].run() }
        }
    }

    private func showHelp() {
        guard let listing = stack.top as? any CommandListing else { return }
        var entries = listing.helpEntries
        if let screen = topPhotos {
            entries += photoCommands.listed(on: screen).helpEntries
        }
        push(screens.help(entries + screens.context.programKeys.helpEntries, navigator: self))
    }

    func push(_ screen: any Screen) {
        screens.notices.screenOpened()
        stack.push(screen)
    }

    /// Removes the top screen. A dialog ends without an answer.
    private func pop() {
        let top = stack.top
        stack.pop()
        if let top, stack.top !== top { openDialogs.removeValue(forKey: ObjectIdentifier(top))?() }
    }

    /// Whether no other screen covers a screen.
    func isOnTop(_ screen: any PhotoChoosing) -> Bool { stack.top === screen }

    /// The top screen, if it shows photos.
    var topPhotos: (any PhotoChoosing)? { stack.top as? any PhotoChoosing }

    /// The topmost screen of photos other than an opened or compared burst.
    var burstList: (any PhotoChoosing)? {
        stack.fromTop.lazy.compactMap { $0 as? any PhotoChoosing }.first {
            if case .burst = $0.position.list { false } else { true }
        }
    }

    /// Closes the screens above another one.
    func goBack(to screen: any PhotoChoosing) {
        while stack.count > 1, stack.top !== screen { goBack() }
    }

    /// Whether the terminal shows a photo.
    func isDelivered(_ photo: Photo) -> Bool { stack.delivered.contains(photo.item) }

    // MARK: Home

    private func showHome() {
        push(screens.home(.albums, navigator: self))
    }

    /// Switches tabs. Other tabs are pushed on top of home and replace each other, so going back from any of them leads
    /// home.
    private func showTab(_ tab: Section, _ pane: HomePane) {
        guard tab != self.tab else { return }
        opensOnlyAlbum = false
        if self.tab != .albums { pop() }
        self.tab = tab
        guard tab != .albums else { return }
        let heading = PhotoGridHeading.home(tab, pane.ofEveryone)
        let screen = tabs[tab] ?? makeTab(tab, heading)
        tabs[tab] = screen
        (screen as? PhotoGridScreen)?.changeHeading(heading)
        push(screen)
    }

    private func makeTab(_ tab: Section, _ heading: PhotoGridHeading) -> any Screen {
        switch tab {
        case .albums, .people, .places: screens.home(tab, navigator: self)
        case .feed: makePhotos(.feed, heading, from: screens.shown).screen
        case .favorites where screens.library.capabilities.hasFavorites:
            makePhotos(.favorites, heading, from: screens.shown).screen
        case .favorites: makePhotos(.feed, heading, from: screens.favorites.shown).screen
        }
    }

    // MARK: Photos

    @discardableResult
    private func showAlbum(_ album: Album) -> PhotoGridViewModel {
        showPhotos(.album(album.id), .title(album.title))
    }

    /// Shows a photo, which may be a favorite, in its album of the open library. Returns false if the library lacks it.
    ///
    /// - Parameter screen: the screen on top; nothing is shown if the user has left it meanwhile.
    func showAlbum(of photo: Photo, while screen: any PhotoChoosing) async -> Bool {
        let (library, list) = (screens.library, PhotoList.album(photo.albumID))
        guard let album = try? await library.album(photo.albumID) else { return false }
        var id = photo.id
        if (try? await library.index(of: id, in: list, matching: .everything)) == nil {
            let favorite = screens.favorites.id(photo)
            let page = try? await library.photos(in: list, matching: .everything, in: 0..<Self.maxSearched)
            guard let found = page?.items.first(where: { self.screens.favorites.id($0) == favorite }) else {
                return false
            }
            id = found.id
        }
        if isOnTop(screen) { showAlbum(album).reveal([id]) }
        return true
    }

    /// How many photos of an album are searched for a favorite.
    private static let maxSearched = 10_000

    /// Opens the only album of the library, unless the program shows something else by now.
    private func openOnlyAlbum(_ album: Album) {
        guard opensOnlyAlbum, pendingPhoto == nil, stack.count == 1 else { return }
        starting { showAlbum(album) }
    }

    /// Opens screens that the program starts with.
    private func starting(_ open: () -> Void) {
        opensOnlyAlbum = false
        isStarting = true
        open()
        isStarting = false
    }

    /// Shows the photos of the burst for which a photo stands.
    private func showBurst(_ photo: Photo, from shown: ShownLibrary, showed: @escaping (Photo.ID) -> Void) {
        let photos = makePhotos(.burst(photo.burst), .title(photo.titleOfStack), from: shown, showed: showed)
        push(photos.screen)
        photos.viewModel.reveal([photo.id])
    }

    @discardableResult
    private func showPhotos(_ list: PhotoList, _ heading: PhotoGridHeading) -> PhotoGridViewModel {
        let (viewModel, screen) = makePhotos(list, heading, from: screens.shown)
        push(screen)
        return viewModel
    }

    private func makePhotos(
        _ list: PhotoList, _ heading: PhotoGridHeading, from shown: ShownLibrary,
        showed: @escaping (Photo.ID) -> Void = { _ in }
    ) -> (viewModel: PhotoGridViewModel, screen: any Screen) {
        screens.photoGrid(
            list, heading, isFirst: stack.count == 0, quits: heading.tab == nil && isStarting, from: shown,
            showed: showed, navigator: self)
    }

    private func showViewer(
        _ position: PhotoPosition, playing: Bool, from shown: ShownLibrary,
        showed: @escaping (_ index: Int, Photo.ID) -> Void
    ) {
        let zoomTransition = zoomTransition(.growing, of: position.photo, from: shown)
        push(
            screens.viewer(
                position, playing: playing, quits: isStarting, from: shown, showed: showed, navigator: self))
        if let zoomTransition { stack.play(zoomTransition) }
    }

    private func zoomTransition(
        _ direction: ZoomTransition.Direction, of photo: Photo?, from shown: ShownLibrary
    ) -> ScreenTransition? {
        screens.zoomTransition(direction, of: photo, over: stack.top, on: stack.appearance, from: shown)
    }

    // MARK: Pages of text

    /// Shows the output of a command.
    ///
    /// - Parameter endedSilently: called in place of the page with the exit status of a command that printed nothing.
    func showOutput(of script: RunningScript, line: String, endedSilently: @escaping (_ status: Int32) -> Void) {
        push(screens.commandOutput(line, of: script, navigator: self, endedSilently: endedSilently))
    }

    private func showInformation(_ photo: Photo, at position: PhotoPosition, from shown: ShownLibrary) {
        push(
            screens.information(
                photo, at: position, from: shown,
                edit: { [weak self] in self?.photoCommands.askForCaption(of: [photo], in: shown) },
                navigator: self))
    }

    // MARK: Leaving

    /// Leaves the top screen; from the first one, quits.
    func goBack() {
        guard stack.count > 1 else { return quit() }
        // Only home is left on the stack, showing its albums.
        if stack.count == 2 { tab = .albums }
        pop()
    }

    func goBack(revealing photo: Photo) {
        goBack()
        topPhotos?.reveal([photo.id])
    }

    func goBack(shrinking photo: Photo?, in shown: ShownLibrary) {
        goBack()
        if let zoomTransition = zoomTransition(.shrinking, of: photo, from: shown) { stack.play(zoomTransition) }
    }

    /// Completes file operations that killed runs have left, in the background.
    ///
    /// - Parameter recover: returns a notice for each operation, and ends early if its task is canceled.
    public func recoverFiles(_ recover: @escaping @Sendable () async -> [Notice]) {
        screens.recovery.start(recover)
    }

    /// Prepares to exit: ends the user's commands, stops saving copies without leaving partial files, then waits until
    /// favorites and preferences are on disk. Every exit path calls this method.
    ///
    /// - Returns: whether all changes of favorites are on disk. Failures have already been reported.
    @discardableResult
    public func finish() async -> Bool {
        _ = typeAhead.cancelLookup()
        photoCommands.scripts.cancel()
        await screens.saving.stop()
        // A quick operation is about to end anyway.
        if screens.stores.files.isBusy { screens.stores.files.cancel() }
        await screens.recovery.stop()
        let isSaved = await screens.stores.favorites.flush()
        await screens.stores.marks.flush()
        await screens.stores.favorites.close()
        settingsSign.update(isBusy: true)
        await screens.preferences.flush()
        settingsSign.update(isBusy: false)
        await photoCommands.scripts.wait()
        return isSaved
    }

    /// Quits; asks first while photos are being saved or moved.
    func quit() {
        guard screens.backgroundWork != nil else { return quitNow() }
        interact { [weak self] in
            // The work may have ended while the question waited for another one.
            guard let self else { return }
            guard let work = screens.backgroundWork else { return quitNow() }
            switch await ask(Question(about: work)) {
            case .stopAndQuit:
                work.cancel()
                quitNow()
            case .quit: quit()
            case nil: break
            }
        }
    }

    /// Quits, unless saving a change of favorites fails: the user has to see that error first.
    private func quitNow() {
        finish { [weak self] in self?.onQuit() }
    }

    /// Ends the program with the locations of the picked photos.
    func finish(picking locations: [[UInt8]]) {
        finish { [weak self] in self?.onPick(locations) }
    }

    private func finish(then end: @escaping @MainActor () -> Void) {
        guard quitting == nil else { return }
        quitting = Task { [weak self] in
            let isSaved = await self?.finish() == true
            self?.quitting = nil
            if isSaved { end() }
        }
    }

    // MARK: Events of the library

    private func handleLibraryEvent(_ event: LibraryEvent) async {
        if let notice = UserFacingText.notice(of: event) { screens.notices.post(notice, about: event.subject) }
        screens.stores.marks.refresh(in: screens.library, isComplete: event == .completed)
        stack.top?.reload()
        await openPendingPhoto()
        if event == .completed { pendingPhoto = nil }
    }

    /// Opens the requested photo once the library has found it, unless the user has left the first screen.
    private func openPendingPhoto() async {
        guard let photo = pendingPhoto else { return }
        do {
            let order = screens.preferences.photoOrder(screens.library.address, .album(photo.albumID))
            guard let (album, index) = try await screens.library.location(of: photo, by: order), pendingPhoto != nil
            else { return }
            pendingPhoto = nil
            if stack.top === firstScreen {
                starting {
                    let grid = showAlbum(album)
                    // Another photo of its burst may stand for the requested one.
                    grid.unfoldBursts()
                    grid.open(at: index)
                }
            }
        } catch {
            screens.notices.post(.failure(UserFacingText.sentence(error)), about: .library)
        }
    }
}

extension Coordinator: Navigator {
    func show(_ destination: Destination) {
        switch destination {
        case .album(let album): showAlbum(album)
        case .onlyAlbum(let album): openOnlyAlbum(album)
        case .folder(let id, let name): showPhotos(.folder(id), .title(localized("\(name), with subfolders")))
        case .searchResults(let query):
            showPhotos(.searchResults(for: query), .title(localized("Search results for \u{201C}\(query)\u{201D}")))
        case .marked: push(makePhotos(.feed, .title(localized("Marked photos")), from: screens.markedPhotos).screen)
        case .burst(let photo, let shown, let showed): showBurst(photo, from: shown, showed: showed)
        case .photo(let position, let playing, let shown, let showed):
            showViewer(position, playing: playing, from: shown, showed: showed)
        case .comparison(let photos, let position, let shown):
            push(screens.comparison(photos, from: position, in: shown, navigator: self))
        case .details(let photo, let position, let shown): showInformation(photo, at: position, from: shown)
        case .tab(let tab, let pane): showTab(tab, pane)
        case .profile(let owner, let totals): push(screens.profile(owner, totals, navigator: self))
        }
    }

    func ask<D: Dialog>(_ dialog: D) async -> D.Answer? {
        if Task.isCancelled { return nil }
        var hold: Int?
        let answer = await withCheckedContinuation { continuation in
            weak var opened: (any Screen)?
            let screen = dialog.screen(in: screens.context) { [weak self] answer in
                guard let self, let opened, stack.top === opened else { return }
                openDialogs[ObjectIdentifier(opened)] = nil
                if answer != nil { hold = typeAhead.hold() }
                pop()
                continuation.resume(returning: answer)
            }
            opened = screen
            openDialogs[ObjectIdentifier(screen)] = { continuation.resume(returning: nil) }
            push(screen)
            typeAhead.dialogOpened()
        }
        // Runs after the asker has continued.
        if let hold { Task { typeAhead.release(from: hold) } }
        return answer
    }

    func interact(_ dialogue: @escaping @MainActor () async -> Void) {
        typeAhead.run(dialogue)
    }

    func lookUp(_ lookUp: @escaping @MainActor () async -> Void) {
        typeAhead.lookUp(lookUp)
    }
}

extension ProgramCommand {
    /// Instructions for changes that need a restart; nil for other commands.
    fileprivate var instructions: String? {
        switch self {
        case .settings:
            localized("Settings are in config.toml: tintype config prints its path, tintype manual explains them")
        case .language: localized("Start tintype with --language de, or put language = \"de\" into config.toml")
        case .openOther: localized("Quit, and name the folder or library: tintype ~/Pictures")
        case .help, .palette, .undo, .redo, .doctor, .theme, .suspend, .redraw: nil
        }
    }
}

extension LibraryEvent {
    /// The subject of the notice; nil for events that never replace each other's notice.
    fileprivate var subject: Notice.Subject? {
        switch self {
        case .folderGone, .folderReturned, .folderReplaced, .partlyFailed, .ownersFailed, .changesAreTemporary: .library
        case .unreadableFolder, .changed, .completed: nil
        }
    }
}

extension PhotoLibrary {
    /// Returns an album; nil if it hasn't been found yet.
    fileprivate func album(_ id: Album.ID) async throws -> Album? {
        guard let index = try await index(of: id, in: .everyone, matching: .everything) else { return nil }
        let page = try await albums(in: .everyone, matching: .everything, in: index..<index + 1)
        return page.items.first { $0.id == id }
    }

    /// Returns a photo's album and the photo's index in it by an order; nil if either hasn't been found yet.
    fileprivate func location(of photo: Photo, by order: ListOrder) async throws -> (album: Album, index: Int)? {
        let list = PhotoList.album(photo.albumID)
        let query = ListQuery(order: order).limited(to: photoOrders(in: list))
        guard let album = try await album(photo.albumID),
            let index = try await index(of: photo.id, in: list, matching: query)
        else { return nil }
        return (album, index)
    }
}
