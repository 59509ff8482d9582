import Albums
import Localization
import TerminalUI

/// Runs the commands on photos for whichever screen shows them.
@MainActor
final class PhotoCommands {
    let locator: PhotoLocator
    let scripts: ScriptRunner
    let screens: ScreenFactory
    private(set) weak var coordinator: Coordinator?
    /// The number of keys in a row that were typed before their photo was on the screen.
    private var earlyKeys = 0

    init(screens: ScreenFactory, coordinator: Coordinator) {
        self.screens = screens
        self.coordinator = coordinator
        locator = PhotoLocator(screens: screens)
        scripts = ScriptRunner(screens: screens, locator: locator, coordinator: coordinator)
    }

    /// Runs a command on the photos of a screen, or explains why it has no effect.
    func run(_ command: PhotoCommand, on screen: any PhotoChoosing) {
        (screen as? any PhotoListing)?.keepMarks()
        if let edit = command.edit, !screens.library.canEdit(edit) {
            return screens.notices.explain(.unsupported(edit))
        }
        let marked = screen.actsOnMarked ? screens.stores.marks.photos : []
        askAboutHidden(marked, before: command, on: screen) { [weak self] in
            self?.run(command, on: screen, marked: marked)
        }
    }

    /// - Parameter marked: the marked photos that the command acts on instead of the current one.
    private func run(_ command: PhotoCommand, on screen: any PhotoChoosing, marked: [Photo]) {
        let edits = screens.stores.edits
        do throws(NoEffect) {
            switch command {
            case .favorite: screens.stores.favorites.toggle(try photosToChange(on: screen))
            case .mark: try mark(on: screen)
            case .markAndNext:
                try mark(on: screen)
                screen.selectNext()
            case .rate(let stars):
                try assess(marked, on: screen) { edits.change($0, by: .rate(stars), isSilent: $1) }
            case .reject: try assess(marked, on: screen) { edits.toggle(.rejected, of: $0, isSilent: $1) }
            case .pickFlag: try assess(marked, on: screen) { edits.toggle(.picked, of: $0, isSilent: $1) }
            case .unflag: try assess(marked, on: screen) { edits.change($0, by: .flag(nil), isSilent: $1) }
            case .label(let label):
                try assess(marked, on: screen) { edits.toggle(label, of: $0, isSilent: $1) }
            case .tag: try withPhotos(marked, on: screen) { [weak self] in self?.askForTags(of: $0) }
            case .caption:
                try withPhotos(marked, on: screen) { [weak self] in self?.askForCaption(of: $0, in: screen.shown) }
            case .template(let template):
                try withPhotos(marked, on: screen) { [weak self] in self?.apply(template, to: $0, on: screen) }
            case .advance: toggleAdvance(on: screen)
            case .trash: try trash(marked, on: screen)
            case .move: try askForNames(.move, of: marked, from: screen)
            case .rename: try askForNames(.rename, of: marked, from: screen)
            case .copy: try askForNames(.copy, of: marked, from: screen)
            case .export: export(marked, from: screen)
            case .turn(let isClockwise): try turn(marked, isClockwise: isClockwise, on: screen)
            case .clock: try correctClock(marked, on: screen)
            case .addToAlbum:
                try withPhotos(marked, on: screen) { [weak self] in self?.addToAlbum($0, from: screen) }
            case .removeFromAlbum:
                try withPhotos(marked, on: screen) { [weak self] in self?.removeFromAlbum($0, from: screen) }
            case .compare: try compare(from: screen)
            case .trashRejected: trashRejected(on: screen)
            case .showPlace: try showPlace(of: try screen.currentPhoto(), on: screen)
            case .keepOne: try keepOne(try photoOnScreen(screen), on: screen)
            case .nextBurst: try goToBurst(by: 1, from: screen)
            case .previousBurst: try goToBurst(by: -1, from: screen)
            case .markAll: (screen as? any PhotoListing)?.withAllPhotos(screens.stores.marks.toggle)
            case .showMarked: try showMarked(from: screen)
            case .share: share(try chosenPhotos(on: screen), from: screen)
            case .save: save(try chosenPhotos(on: screen), from: screen)
            case .play: try play(try screen.currentPhoto())
            case .run: askForScript(for: try photosToChange(on: screen), from: screen)
            case .runLine(let line):
                scripts.run(try CommandLineScript(line), on: try photosToChange(on: screen))
            case .pick: pick(try pickedPhotos(on: screen))
            }
        } catch {
            screens.notices.explain(error)
        }
    }

    /// The commands of a screen, including those that the library doesn't support: their keys say so.
    private func offered(on screen: any PhotoChoosing) -> KeyMap<PhotoCommand> {
        screens.context.photoKeys.filtered { $0.screens.contains(screen.photoScreen) }
    }

    /// The commands of a screen that its library supports.
    func listed(on screen: any PhotoChoosing) -> KeyMap<PhotoCommand> {
        offered(on: screen).filtered { [library = screens.library] command in
            switch command {
            case .nextBurst, .previousBurst: library.capabilities.foldsBursts
            default: command.edit.map(library.canEdit) ?? true
            }
        }
    }

    /// Returns the photo command of a key; nil if the key is the screen's own. The key that plays a video zooms other
    /// photos.
    func command(for key: Key, on screen: any PhotoChoosing) -> PhotoCommand? {
        guard let command = offered(on: screen).command(for: key) else { return nil }
        if command == .play, screen.photoScreen == .viewer, (try? screen.currentPhoto())?.movie == nil { return nil }
        // Where photos can't be turned, the viewer rotates the view.
        if case .turn = command, screen.photoScreen == .viewer, !screens.library.canEdit(.orientation) { return nil }
        return command
    }

    /// The commands that have an effect on the photos of a screen.
    func useful(on screen: any PhotoChoosing) -> KeyMap<PhotoCommand> {
        listed(on: screen).filtered { command in
            if command == .play { return (try? screen.currentPhoto())?.movie != nil }
            return screen.haveOriginals || !command.needsOriginals
        }
    }

    /// The marked photos, or else the current one; only the current one where commands don't act on marked photos.
    private func chosenPhotos(on screen: any PhotoChoosing) throws(NoEffect) -> [Photo] {
        screen.actsOnMarked ? try pickedPhotos(on: screen) : [try screen.currentPhoto()]
    }

    /// Returns `chosenPhotos` for a command that may change them. Throws if the user hasn't seen the current photo yet.
    func photosToChange(on screen: any PhotoChoosing) throws(NoEffect) -> [Photo] {
        if !screen.actsOnMarked || screens.stores.marks.photos.isEmpty { _ = try photoOnScreen(screen) }
        return try chosenPhotos(on: screen)
    }

    /// Passes all photos of a list to `use`. Keys typed ahead wait until they have loaded; Esc cancels that.
    func withAllPhotos(on screen: any PhotoChoosing, _ use: @escaping @MainActor ([Photo]) async -> Void) {
        guard let listing = screen as? any PhotoListing else { return }
        coordinator?.lookUp {
            var photos: [Photo] = []
            let collecting = listing.withAllPhotos { photos = $0 }
            await withTaskCancellationHandler {
                await collecting.value
            } onCancel: {
                collecting.cancel()
            }
            if !photos.isEmpty, !Task.isCancelled { await use(photos) }
        }
    }

    /// The marked photos, or else the current one, on every screen.
    func pickedPhotos(on screen: any PhotoChoosing) throws(NoEffect) -> [Photo] {
        screens.stores.marks.photos.isEmpty ? [try screen.currentPhoto()] : screens.stores.marks.photos
    }

    /// Returns the current photo, which the user saw when pressing the key. Throws why there is none.
    func photoOnScreen(_ screen: any PhotoChoosing) throws(NoEffect) -> Photo {
        let photo = try screen.currentPhoto()
        guard coordinator?.isDelivered(photo) == true else {
            earlyKeys += 1
            throw .tooEarly(keys: earlyKeys)
        }
        earlyKeys = 0
        return photo
    }

    // MARK: Marking

    private func mark(on screen: any PhotoChoosing) throws(NoEffect) {
        let showsMarks = screen.showsMarks
        try withPhotos([], on: screen) { [screens] photos in
            let before = screens.stores.marks.photos.count
            screens.stores.marks.toggle(photos)
            let count = screens.stores.marks.photos.count
            if !showsMarks, count != before {
                screens.notices.post(.info(UserFacingText.marked(count)), about: .view)
            }
        }
    }

    /// Shows all marked photos; from their list, goes back.
    private func showMarked(from screen: any PhotoChoosing) throws(NoEffect) {
        if screen.shown.library is MarkedPhotos {
            coordinator?.goBack()
        } else if screens.stores.marks.photos.isEmpty {
            throw .nothingMarked
        } else {
            coordinator?.show(.marked)
        }
    }

    // MARK: Places in lists

    /// Clears the search of a list, with the same photo selected. Without a search, shows the photo in its album.
    private func showPlace(of photo: Photo, on screen: any PhotoChoosing) throws(NoEffect) {
        if let listing = screen as? any PhotoListing, listing.clearSearch() { return }
        let position = screen.position
        if position.list == .album(photo.albumID), position.query.search.isEmpty { throw .alreadyInAlbum }
        Task { [weak coordinator, notices = screens.notices] in
            if await coordinator?.showAlbum(of: photo, while: screen) == false { notices.explain(.noAlbum) }
        }
    }

    // MARK: Assessing

    /// Passes the photos of a change to `use`: the marked ones, or else the one on the screen or, if it stands for a folded
    /// burst there, the whole burst. Keys typed ahead wait until that has loaded, also Esc: who rates and leaves at once
    /// has rated.
    func withPhotos(
        _ marked: [Photo], on screen: any PhotoChoosing, _ use: @escaping ([Photo]) -> Void
    ) throws(NoEffect) {
        guard marked.isEmpty else { return use(marked) }
        let photo = try photoOnScreen(screen)
        guard screen.actsOnMarked, !photo.burst.isEmpty else { return use([photo]) }
        coordinator?.interact { use(await screen.shown.library.burst(of: photo)) }
    }

    /// Assesses the marked photos, or else the one on the screen or its burst. With auto-advance, selects the next
    /// photo.
    private func assess(
        _ marked: [Photo], on screen: any PhotoChoosing,
        _ change: @escaping (_ photos: [Photo], _ isSilent: Bool) -> Void
    ) throws(NoEffect) {
        try withPhotos(marked, on: screen) { change($0, screen.showsAssessments) }
        if marked.isEmpty, screens.stores.edits.advances { screen.selectNext() }
    }

    private func toggleAdvance(on screen: any PhotoChoosing) {
        screens.stores.edits.advances.toggle()
        let text =
            screens.stores.edits.advances
            ? localized("Rating goes to the next photo") : localized("Rating stays on the photo")
        screens.notices.post(.info(text), about: .view)
    }

    // MARK: Sharing

    private func askForScript(for photos: [Photo], from screen: any PhotoChoosing) {
        guard !screen.haveOriginals, let first = photos.first else { return scripts.askForLine(for: photos) }
        locator.report(first, without: PictureFailure.noOriginal)
    }

    /// Quits with the locations of photos, unless one has none.
    private func pick(_ photos: [Photo]) {
        let includesStacks = screens.picking?.includesStacks ?? true
        coordinator?.lookUp { [locator, weak coordinator] in
            guard let found = await locator.locations(of: photos, includesStacks: includesStacks) else { return }
            coordinator?.finish(picking: found.map(\.bytes))
        }
    }
}

extension Photo {
    /// The file of the photo that is a video; nil if none is.
    var movie: Photo? { stackedPhotos.first { $0.video != nil } }
}
