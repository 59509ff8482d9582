import Albums
import Localization
import TerminalUI

/// Runs the commands on photos for whichever screen shows them.
@MainActor
final class PhotoCommands {
    let locator: PhotoLocator
    let scripts: ScriptRunner
    private let bursts: BurstCommands
    private let screens: ScreenFactory
    private weak var coordinator: Coordinator?
    /// Lookups of marked photos in lists, in the order of the commands that wait for them.
    private let lookups = ChangeQueue()
    /// The number of keys in a row that were typed before their photo was on the screen.
    private var earlyKeys = 0

    init(screens: ScreenFactory, coordinator: Coordinator) {
        self.screens = screens
        self.coordinator = coordinator
        locator = PhotoLocator(screens: screens)
        scripts = ScriptRunner(screens: screens, locator: locator, coordinator: coordinator)
        bursts = BurstCommands(screens: screens, coordinator: coordinator)
    }

    /// Runs a command on the photos of a screen, or explains why it has no effect.
    func run(_ command: PhotoCommand, on screen: any PhotoChoosing) {
        (screen as? any PhotoListing)?.keepMarks()
        let marked = screen.actsOnMarked ? screens.marks.photos : []
        askAboutHidden(marked, before: command, on: screen) { [weak self] in
            self?.run(command, on: screen, marked: marked)
        }
    }

    /// - Parameter marked: the marked photos that the command acts on instead of the current one.
    private func run(_ command: PhotoCommand, on screen: any PhotoChoosing, marked: [Photo]) {
        let assessments = screens.assessments
        do throws(NoEffect) {
            switch command {
            case .favorite: screens.favoritesStore.toggle(try photosToChange(on: screen))
            case .mark: try mark(on: screen)
            case .markAndNext:
                try mark(on: screen)
                screen.selectNext()
            case .rate(let stars): try assess(marked, on: screen) { assessments.rate($0, stars, isSilent: $1) }
            case .reject: try assess(marked, on: screen) { assessments.toggle(.rejected, of: $0, isSilent: $1) }
            case .pickFlag: try assess(marked, on: screen) { assessments.toggle(.picked, of: $0, isSilent: $1) }
            case .unflag: try assess(marked, on: screen) { assessments.removeFlags(of: $0, isSilent: $1) }
            case .label(let label):
                try assess(marked, on: screen) { assessments.toggle(label, of: $0, isSilent: $1) }
            case .tag: try describe(marked, on: screen) { [weak self] in self?.askForTags(of: $0) }
            case .caption:
                try describe(marked, on: screen) { [weak self] in self?.askForCaption(of: $0, in: screen.shown) }
            case .template(let template):
                try describe(marked, on: screen) { [weak self] in self?.apply(template, to: $0, on: screen) }
            case .advance: toggleAdvance(on: screen)
            case .trash:
                let photos = try departing(.trash, marked, from: screen)
                guard marked.isEmpty else { return screens.files.make(.trash, of: marked) }
                withBurst(of: photos[0], on: screen) { [screens] in screens.files.make(.trash, of: $0) }
            case .move: askForNames(.move, of: try departing(.folder, marked, from: screen), from: screen)
            case .rename: askForNames(.rename, of: try departing(.name, marked, from: screen), from: screen)
            case .copy: askForNames(.copy, of: try departing(.folder, marked, from: screen), from: screen)
            case .export: try export(marked, from: screen)
            case .turn(let isClockwise):
                try turn(try photosToChange(on: screen), isClockwise: isClockwise, in: screen.shown)
            case .clock: try correctClock(marked, on: screen)
            case .addToAlbum: addToAlbum(try photosOfAlbums(marked, from: screen), from: screen)
            case .removeFromAlbum: removeFromAlbum(try photosOfAlbums(marked, from: screen), from: screen)
            case .compare: try compare(from: screen)
            case .trashRejected: try trashRejected(on: screen)
            case .showPlace: try showPlace(of: try screen.currentPhoto(), on: screen)
            case .keepOne: try bursts.keep(try photoOnScreen(screen), on: screen)
            case .nextBurst: try bursts.go(by: 1, from: screen)
            case .previousBurst: try bursts.go(by: -1, from: screen)
            case .markAll: (screen as? any PhotoListing)?.withAllPhotos(screens.marks.toggle)
            case .showMarked: try showMarked(from: screen)
            case .share: share(try chosenPhotos(on: screen), from: screen, saving: false)
            case .save: share(try chosenPhotos(on: screen), from: screen, saving: true)
            case .play: try play(try screen.currentPhoto())
            case .run: askForScript(for: try photosToChange(on: screen), from: screen)
            case .runLine(let line): scripts.run(try CommandLineScript(line), on: try photosToChange(on: screen))
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
    private func photosToChange(on screen: any PhotoChoosing) throws(NoEffect) -> [Photo] {
        if !screen.actsOnMarked || screens.marks.photos.isEmpty { _ = try photoOnScreen(screen) }
        return try chosenPhotos(on: screen)
    }

    /// The marked photos, or else the current one, on every screen.
    private func pickedPhotos(on screen: any PhotoChoosing) throws(NoEffect) -> [Photo] {
        screens.marks.photos.isEmpty ? [try screen.currentPhoto()] : screens.marks.photos
    }

    /// Returns the current photo, which the user saw when pressing the key. Throws why there is none.
    private func photoOnScreen(_ screen: any PhotoChoosing) throws(NoEffect) -> Photo {
        let photo = try screen.currentPhoto()
        guard coordinator?.isDelivered(photo) == true else {
            earlyKeys += 1
            throw .tooEarly(keys: earlyKeys)
        }
        earlyKeys = 0
        return photo
    }

    // MARK: Marked photos that the user doesn't see

    /// Calls `confirmed`, after a question if the user can't see the marked photos of a command.
    ///
    /// - Parameter marked: may be empty.
    private func askAboutHidden(
        _ marked: [Photo], before command: PhotoCommand, on screen: any PhotoChoosing, _ confirmed: @escaping () -> Void
    ) {
        guard let rule = command.hiddenMarksRule, command.edit.map(screens.library.canEdit) ?? true,
            let listing = screen as? any PhotoListing, !marked.allSatisfy(screens.files.isDeparting)
        else { return confirmed() }
        let inView = listing.markedInView
        // If marked photos are in view, skip the lookup, which takes a moment, unless earlier commands wait for theirs.
        if rule == .noneListed, lookups.count == 0, !inView.isEmpty { return confirmed() }
        lookups.add { [weak self] in
            let hidden = await listing.countHidden(marked, inView: inView, by: rule)
            guard let self else { return }
            // A question or a prompt on another screen could be answered by a key that was meant for that.
            let isOnTop = coordinator?.isOnTop(screen) == true
            if hidden > 0 {
                guard isOnTop else { return }
                let question = Question(aboutHidden: hidden, of: marked, before: command)
                coordinator?.interact { [screens, coordinator] in
                    switch await coordinator?.ask(question) {
                    case .actOnThem: confirmed()
                    case .unmark: screens.marks.clear()
                    case nil: break
                    }
                }
            } else if isOnTop || !command.showsScreen {
                confirmed()
            }
        }
    }

    // MARK: Marking

    private func mark(on screen: any PhotoChoosing) throws(NoEffect) {
        let showsMarks = screen.showsMarks
        withBurst(of: try photoOnScreen(screen), on: screen) { [screens] photos in
            let before = screens.marks.photos.count
            screens.marks.toggle(photos)
            let count = screens.marks.photos.count
            if !showsMarks, count != before {
                screens.notices.post(.info(UserFacingText.marked(count)), about: .view)
            }
        }
    }

    /// Shows all marked photos; from their list, goes back.
    private func showMarked(from screen: any PhotoChoosing) throws(NoEffect) {
        if screen.shown.library is MarkedPhotos {
            coordinator?.goBack()
        } else if screens.marks.photos.isEmpty {
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

    // MARK: Comparing

    /// Compares the marked photos, the burst of the current one, or the current one with the next or, after the last,
    /// the previous one.
    private func compare(from screen: any PhotoChoosing) throws(NoEffect) {
        let marked = screens.marks.photos
        guard marked.count <= Comparison.maxPhotos else {
            return bursts.compare(marked, of: .feed, in: screens.markedPhotos)
        }
        let position = screen.position
        if marked.count > 1 {
            coordinator?.show(.comparison(marked, at: position, in: screen.shown))
            return
        }
        let first = if let photo = marked.first { photo } else { try screen.currentPhoto() }
        let candidates = Candidates(position, in: screen.shown.library)
        Task { [weak self, screens] in
            let burst = marked.isEmpty ? await Self.burst(of: first, at: position, in: screen.shown.library) : [first]
            if burst.count > 1 {
                guard let self, self.coordinator?.isOnTop(screen) == true else { return }
                return self.bursts.compare(burst, keeping: first.id, of: .burst(burst.map(\.id)), in: screen.shown)
            }
            let isOther = { (photo: Photo) in photo.id != first.id }
            var second = await candidates.next(from: position.index - (marked.isEmpty ? 0 : 1), by: 1, where: isOther)
            if second == nil { second = await candidates.next(from: position.index, by: -1, where: isOther) }
            guard let self, coordinator?.isOnTop(screen) == true else { return }
            guard let second else { return screens.notices.explain(.nothingToCompare) }
            let photos = second.index < position.index ? [second.photo, first] : [first, second.photo]
            coordinator?.show(.comparison(photos, at: position, in: screen.shown))
        }
    }

    /// Returns the burst for which a photo stands. In the list of an opened burst, returns its photos from this one on,
    /// followed by those before it.
    private static func burst(
        of photo: Photo, at position: PhotoPosition, in library: any PhotoLibrary
    ) async -> [Photo] {
        guard case .burst(let ids) = position.list else { return await library.burst(of: photo) }
        let page = try? await library.photos(in: position.list, matching: position.query, in: 0..<ids.count)
        guard let photos = page?.items, let start = photos.firstIndex(where: { $0.id == photo.id }) else {
            return [photo]
        }
        return Array(photos[start...] + photos[..<start])
    }

    // MARK: Assessing

    /// Passes a photo of a screen to `use` or, if it stands for a folded burst there, the whole burst. Keys typed ahead
    /// wait until that has loaded.
    private func withBurst(of photo: Photo, on screen: any PhotoChoosing, _ use: @escaping ([Photo]) -> Void) {
        guard screen.actsOnMarked, !photo.burst.isEmpty else { return use([photo]) }
        coordinator?.interact { use(await screen.shown.library.burst(of: photo)) }
    }

    /// Assesses the marked photos, or else the one on the screen or its burst. With auto-advance, selects the next
    /// photo.
    private func assess(
        _ marked: [Photo], on screen: any PhotoChoosing,
        _ change: @escaping (_ photos: [Photo], _ isSilent: Bool) -> Void
    ) throws(NoEffect) {
        guard screens.assessments.isAvailable else { throw .notAssessable }
        guard marked.isEmpty else { return change(marked, screen.showsAssessments) }
        withBurst(of: try photoOnScreen(screen), on: screen) { change($0, screen.showsAssessments) }
        if screens.assessments.advances { screen.selectNext() }
    }

    private func toggleAdvance(on screen: any PhotoChoosing) {
        screens.assessments.advances.toggle()
        let text =
            screens.assessments.advances
            ? localized("Rating goes to the next photo") : localized("Rating stays on the photo")
        screens.notices.post(.info(text), about: .view)
    }

    // MARK: Orientation and date

    /// Turns photos, with the files that are shown.
    private func turn(_ photos: [Photo], isClockwise: Bool, in shown: ShownLibrary) throws(NoEffect) {
        let photos = photos.filter { $0.video == nil }
        guard screens.library.canEdit(.orientation), !photos.isEmpty else { throw .notTurnable }
        screens.changeLog.make { [assessments = screens.assessments, library = screens.library] in
            var changed: [Photo] = []
            var changes: [PhotoChange] = []
            for listed in photos {
                // An earlier turn may not have reached the list.
                let photo = await library.photo(listed.id, near: listed) ?? listed
                guard let details = try? await shown.pictures.details(photo) else { continue }
                let new = PhotoOrientation.turned(details.orientation ?? 1, isClockwise: isClockwise)
                changed.append(listed)
                changes.append(PhotoChange(listed, .set([.orientation: String(new)])))
            }
            return await assessments.apply(.edit(changed, changes))
        }
    }

    /// Corrects the dates of the marked photos, or else of all photos in the list by the current photo's camera. If a
    /// single photo of another camera is marked, its time is right.
    private func correctClock(_ marked: [Photo], on screen: any PhotoChoosing) throws(NoEffect) {
        guard screens.library.canEdit(.date) else { throw .notDatable }
        let current = try photoOnScreen(screen)
        let reference = marked.count == 1 && marked[0].id != current.id ? marked[0] : nil
        guard marked.isEmpty || reference != nil else {
            return correctClock(ClockCorrection(marked, pictures: screen.shown.pictures))
        }
        (screen as? any PhotoListing)?.withAllPhotos { [weak self] photos in
            guard let self, coordinator?.isOnTop(screen) == true else { return }
            correctClock(
                ClockCorrection(
                    photos, ofCameraOf: current, reference: reference, pictures: screen.shown.pictures))
        }
    }

    private func correctClock(_ clock: ClockCorrection) {
        coordinator?.interact { [screens, coordinator] in
            guard let corrected = await coordinator?.ask(clock.prompt) else { return }
            let times = Dictionary(corrected.map { ($0.photo.id, $0.time.text) }) { first, _ in first }
            screens.assessments.describe(corrected.map(\.photo)) { [.date: times[$0.id] ?? ""] }
        }
    }

    // MARK: Describing

    /// Passes the marked photos, or else the one on the screen or its burst, to `use` for a change of texts or tags.
    private func describe(
        _ marked: [Photo], on screen: any PhotoChoosing, _ use: @escaping ([Photo]) -> Void
    ) throws(NoEffect) {
        guard screens.assessments.canDescribe else { throw .notDescribable }
        guard marked.isEmpty else { return use(marked) }
        withBurst(of: try photoOnScreen(screen), on: screen, use)
    }

    private func askForTags(of photos: [Photo]) {
        let tagging = PhotoTagging(photos, of: screens.library, store: screens.assessments)
        coordinator?.interact { [screens, coordinator] in
            if let change = await coordinator?.ask(tagging.prompt) { screens.assessments.tag(photos, change) }
        }
    }

    /// Asks for the title and other texts of photos.
    func askForCaption(of photos: [Photo], in shown: ShownLibrary) {
        coordinator?.interact { [screens, coordinator] in
            let form = await PhotoCaptioning(photos: photos, shown: shown).form()
            guard let texts = await coordinator?.ask(form), !texts.isEmpty else { return }
            screens.assessments.describe(photos) { _ in texts }
        }
    }

    private func apply(_ template: [String: String], to photos: [Photo], on screen: any PhotoChoosing) {
        do throws(RenamePattern.Failure) {
            let texts = try PhotoCaptioning(photos: photos, shown: screen.shown).texts(by: template)
            screens.assessments.describe(photos) { texts[$0.id] ?? [:] }
        } catch {
            let failure = UserFacingText.failure(error)
            screens.notices.post(.failure(localized("The template doesn't fit: \(failure)")), about: .changes)
        }
    }

    // MARK: Moving files

    /// Returns the marked photos, or else the one on the screen, for a change of their files.
    private func departing(
        _ kind: PhotoEdit.Kind, _ marked: [Photo], from screen: any PhotoChoosing
    ) throws(NoEffect) -> [Photo] {
        guard screens.library.canEdit(kind) else { throw .notMovable }
        let photos = marked.isEmpty ? [try photoOnScreen(screen)] : marked
        // A second press of the trash key is ignored, but a prompt for no photo would confuse.
        if kind != .trash, photos.allSatisfy(screens.files.isDeparting) { throw .alreadyMoved }
        return photos
    }

    /// Asks for the names or the folders of photos.
    private func askForNames(
        _ purpose: PhotoNaming.Purpose, of photos: [Photo], from screen: any PhotoChoosing,
        explainsPatterns: Bool = false
    ) {
        let naming = PhotoNaming(purpose, of: photos, on: screen, screens)
        coordinator?.interact { [screens, coordinator] in
            guard let answer = await coordinator?.ask(naming.prompt(explainsPatterns: explainsPatterns)) else { return }
            screens.files.make(answer.edits)
            if let pattern = answer.pattern { screens.preferences.rememberFolder(pattern) }
        }
    }

    /// Asks for the folders to which the marked photos, or else the picks of a list, are copied.
    private func export(_ marked: [Photo], from screen: any PhotoChoosing) throws(NoEffect) {
        guard screens.library.canEdit(.folder) else { throw .notMovable }
        guard marked.isEmpty else {
            return askForNames(.copy, of: marked, from: screen, explainsPatterns: true)
        }
        (screen as? any PhotoListing)?.withAllPhotos { [weak self, screens] photos in
            let picks = photos.filter { screens.assessments.assessment(of: $0).isPicked }
            guard !picks.isEmpty else { return screens.notices.explain(.nothingPicked) }
            guard let self, coordinator?.isOnTop(screen) == true else { return }
            askForNames(.copy, of: picks, from: screen, explainsPatterns: true)
        }
    }

    /// Moves the rejected photos of a list to the trash, once the user has confirmed their number and size.
    private func trashRejected(on screen: any PhotoChoosing) throws(NoEffect) {
        guard screens.library.canEdit(.trash) else { throw .notMovable }
        (screen as? any PhotoListing)?.withAllPhotos { [weak self, screens] photos in
            let rejected = { photos.filter { screens.assessments.assessment(of: $0).flag == .rejected } }
            let count = rejected().count
            guard count > 0 else { return screens.notices.explain(.nothingRejected) }
            Task {
                let files = await screens.files.files(of: rejected())
                // A question on another screen could be answered by a key that was meant for that.
                guard let self, self.coordinator?.isOnTop(screen) == true else { return }
                guard await self.coordinator?.ask(Question(aboutTrashing: count, files)) == true else { return }
                screens.files.make(.trash, of: rejected())
            }
        }
    }

    // MARK: Albums

    /// Returns the marked photos, or else the one on the screen, for a change of albums.
    private func photosOfAlbums(_ marked: [Photo], from screen: any PhotoChoosing) throws(NoEffect) -> [Photo] {
        guard screens.library.canEdit(.album) else { throw .noAlbumsToChange }
        return marked.isEmpty ? [try photoOnScreen(screen)] : marked
    }

    /// Adds photos to one of the user's albums or a new one, which the user chooses.
    private func addToAlbum(_ photos: [Photo], from screen: any PhotoChoosing) {
        withEditableAlbums(from: screen) { [screens, weak coordinator] editing, albums in
            let title = localized("Add \(UserFacingText.title(of: photos)) to an album")
            let menu = Menu<Album?>(
                keys: .albums, title: title,
                rows: albums.map { .init($0, $0.title, count: $0.photoCount ?? 0) } + [
                    .init(nil, localized("New album\u{2026}"))
                ],
                search: .init(noMatch: { localized("No albums match \u{201C}\($0)\u{201D}") }))
            guard let choice = await coordinator?.ask(menu) else { return }
            if let album = choice { return screens.assessments.setMembership(of: photos, in: album, to: true) }
            let prompt = Prompt(
                title: title, label: localized("Name:") + " ", hint: localized("create", context: "hint"),
                reading: .atEnter { $0 })
            guard let name = await coordinator?.ask(prompt) else { return }
            let album = try await editing.createAlbum(named: name)
            screens.assessments.setMembership(of: photos, in: album, to: true)
        }
    }

    /// Removes photos from the album that is shown.
    private func removeFromAlbum(_ photos: [Photo], from screen: any PhotoChoosing) {
        withEditableAlbums(from: screen) { [screens] _, albums in
            guard case .album(let id) = screen.position.list, let album = albums.first(where: { $0.id == id }) else {
                return screens.notices.explain(.notInOwnAlbum)
            }
            screens.assessments.setMembership(of: photos, in: album, to: false)
        }
    }

    /// Loads the albums that the user can change, and passes them to `use` if the screen is still on top.
    private func withEditableAlbums(
        from screen: any PhotoChoosing,
        _ use: @escaping @MainActor (any PhotoEditing, [Album]) async throws -> Void
    ) {
        guard let editing = screens.library.editing else { return }
        Task { [weak self, screens] in
            do {
                let albums = try await editing.editableAlbums()
                // On another screen, a key meant for that screen could answer the menu.
                guard let self, self.coordinator?.isOnTop(screen) == true else { return }
                try await use(editing, albums)
            } catch {
                screens.notices.post(.failure(localized("Couldn't change albums: \(UserFacingText.failure(error))")))
            }
        }
    }

    // MARK: Sharing

    /// Opens the share sheet; with `saving`, it asks for a path right away.
    private func share(_ photos: [Photo], from screen: any PhotoChoosing, saving: Bool) {
        // Marked photos may be favorites of other libraries, which only the library of favorites finds.
        let shown = screens.marks.photos.isEmpty ? screen.shown : screens.favorites.shown
        guard let coordinator else { return }
        coordinator.push(screens.shareSheet(photos, from: shown, saving: saving, navigator: coordinator))
    }

    /// Plays the video of a photo in another program.
    private func play(_ photo: Photo) throws(NoEffect) {
        guard let video = photo.movie else { throw .notAVideo }
        // A link to the web page of a service carries no key.
        let target = video.file.map { OpenTarget.file(path: $0) } ?? video.link.flatMap { OpenTarget(web: $0) }
        guard let open = screens.sharing.open, let target else { throw .noVideoPlayer }
        Task { [notices = screens.notices] in
            do {
                try await open(target)
                notices.post(.info(localized("Opening in another window")), about: .sharing)
            } catch {
                notices.post(
                    .failure(localized("Couldn't open: \(UserFacingText.failure(error))")), about: .sharing)
            }
        }
    }

    private func askForScript(for photos: [Photo], from screen: any PhotoChoosing) {
        guard !screen.haveOriginals, let first = photos.first else { return scripts.askForLine(for: photos) }
        locator.report(first, without: PictureFailure.noOriginal)
    }

    /// Quits with the locations of photos, unless one has none.
    private func pick(_ photos: [Photo]) {
        locator.locate(photos, includesStacks: screens.picking?.includesStacks ?? true) { [weak self] locations in
            self?.coordinator?.finish(picking: locations.map(\.bytes))
        }
    }
}

extension Photo {
    /// The file of the photo that is a video; nil if none is.
    var movie: Photo? { stackedPhotos.first { $0.video != nil } }
}

extension Question<Bool> {
    /// Asks whether to move rejected photos to the trash.
    fileprivate init(aboutTrashing count: Int, _ files: FileTotals) {
        let size = UserFacingText.fileSize(files.bytes)
        let fileCount = localized(files.count, one: "\(files.count) file", other: "\(files.count) files")
        let question =
            files.count > 0
            ? localized(
                count, one: "Move \(count) rejected photo (\(fileCount), \(size)) to the trash?",
                other: "Move \(count) rejected photos (\(fileCount), \(size)) to the trash?")
            : localized(
                count, one: "Move \(count) rejected photo to the trash?",
                other: "Move \(count) rejected photos to the trash?")
        self.init(
            title: localized("Rejected photos"), text: [question],
            choices: [Choice(keys: [Key(.enter), Key("y")], hint: UserFacingText.trashHint, answer: true)])
    }
}

extension UserFacingText {
    static var trashHint: String { localized("move to the trash", context: "hint") }
}
