import Albums
import Localization
import TerminalUI

/// Everything the share sheet shows.
struct ShareState: Sendable {
    var photos: SharedPhotos
    /// The available options, one per line; empty until the photos are located.
    var options: [ShareOption] = []
    /// Whether locating takes long enough to show a busy indicator.
    var isSlow = false
    var cursor = GridCursor()
    /// The page of the selected option's text, for one that doesn't fit. The first page follows the last one.
    var page = 0
    /// The path while the user types it.
    var path = TextField(.prompt)
    /// The folders that can complete the path.
    var folders: [String] = []
    /// The progress of saving while the user waits for it.
    var progress: PhotoSaving.Progress?
    /// Whether the options are listed. Otherwise one of them is in progress.
    var isChoosing: Bool { !path.isTyping && progress == nil }
    /// Whether the system can open links, including `mailto:` links.
    var canOpen: Bool
}

/// The view-model of the share sheet: lists the options for one or several photos, and runs them.
@MainActor
final class ShareViewModel: ListViewModel {
    private(set) var state: ShareState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    /// Whether the sheet opened for saving, and closes if saving is canceled.
    private let beginsSaving: Bool
    private let library: any PhotoLibrary
    /// Creates public links.
    private let service: any PhotoLibrary
    private let sharing: SharingPort
    private let copies: CopyPort
    private let saving: PhotoSaving
    private weak var navigator: (any Navigator)?
    let notices: Notices
    private var locating: Task<Void, Never>?
    /// The extension proposed after the cursor, with its dot; nil if none is.
    private var proposedExtension: String?
    private let completion: FolderNameCompletion
    /// Proposes the file extension for the path.
    private var completing: Task<Void, Never>?
    /// Runs an action in another program; nil when idle.
    private var performing: Task<Void, Never>?
    private let busyIndicator: BusyIndicator
    /// Whether the user is waiting for a save operation, possibly one that started earlier.
    private var isWaiting = false
    private var hasGoneBack = false
    /// The option chosen before the photos were located.
    private var pendingOption: ShareOption?

    init(
        photos: [Photo], beginsSaving: Bool, library: any PhotoLibrary, service: any PhotoLibrary,
        sharing: SharingPort, copies: CopyPort,
        saving: PhotoSaving, notices: Notices, clock: any Clock<Duration>,
        navigator: any Navigator
    ) {
        self.notices = notices
        completion = FolderNameCompletion(copies: copies, notices: notices)
        self.beginsSaving = beginsSaving
        self.library = library
        self.service = service
        self.sharing = sharing
        self.copies = copies
        self.saving = saving
        self.navigator = navigator
        state = ShareState(
            photos: SharedPhotos(
                photos, includesStacks: true, scpHost: sharing.scpHost,
                canBePublic: service.capabilities.createsPublicLinks), canOpen: sharing.open != nil)
        busyIndicator = BusyIndicator(clock: clock)
        saving.onChange = { [weak self] in self?.savingChanged() }
        busyIndicator.onChange = { [weak self] in
            guard let self else { return }
            state.isSlow = busyIndicator.isShown
        }
        if beginsSaving { save() }
    }

    /// Locates the photos unless that has been done.
    func locate() {
        guard locating == nil else { return }
        busyIndicator.update(isBusy: true)
        locating = Task { [weak self, library, sidecars = sharing.sidecars, photos = state.photos] in
            let located = await photos.located(in: library, sidecars: sidecars)
            if !Task.isCancelled { self?.show(located) }
        }
    }

    var cursor: GridCursor {
        get { state.cursor }
        set {
            var new = state
            if newValue.selection != new.cursor.selection { new.page = 0 }
            new.cursor = newValue
            state = new
        }
    }

    func turnPage(by step: Int) {
        state.page += step
    }

    var isChoosing: Bool { state.isChoosing }

    func explain(_ reason: NoEffect) {
        notices.explain(state.options.isEmpty ? .stillLoading : reason)
    }

    func chooseSelection() {
        guard state.options.indices.contains(state.cursor.selection) else { return notices.explain(.stillLoading) }
        choose(state.options[state.cursor.selection])
    }

    func choose(_ option: ShareOption) {
        guard performing == nil else { return }
        guard !state.options.isEmpty else { return pendingOption = option }
        switch option {
        case .copy: copy(state.photos.text, localized(state.photos.copiedText))
        case .qrCode: if let link = state.photos.links.first { navigator?.show(.qrCode(link: link)) }
        case .save: save()
        case .open: open()
        case .scp: if let line = state.photos.scpLine { copy(line, localized("Copied scp command")) }
        case .email: sendEmail()
        case .publicLink: createPublicLink()
        }
    }

    /// Edits the path for copies; Enter starts saving there.
    func changePath(_ change: (inout TextField) -> Void) {
        let wasEmpty = state.path.text.isEmpty
        var new = state
        change(&new.path)
        if new.path.text != state.path.text { new.folders = [] }
        // The proposed extension goes with the last of the proposed path: users type their own names whole.
        if new.path.head.isEmpty, new.path.tail == proposedExtension { new.path.begin(with: "") }
        let path = new.path.text
        if !new.path.isTyping { new.path.clear() }
        state = new
        guard !new.path.isTyping else { return }
        if !path.isEmpty {
            isWaiting = true
            saving.save(new.photos, at: path)
        } else if beginsSaving {
            // Esc needs no words, but Enter without a name might have been a mistake.
            if wasEmpty { notices.post(.info(localized("Canceled")), about: .sharing) }
            goBack()
        }
    }

    /// Completes the folder name before the cursor; lists several matches.
    func completePath() {
        completing?.cancel()
        completion.complete(state.path) { [weak self] in
            self?.state.path
        } show: { [weak self] path, folders in
            guard let self else { return }
            var new = state
            (new.path, new.folders) = (path, folders)
            state = new
        }
    }

    func cancelSaving() {
        saving.cancel()
    }

    /// Goes back; saving continues, everything else is cancelled.
    func goBack() {
        guard !hasGoneBack else { return }
        hasGoneBack = true
        for task in [locating, completing, performing] { task?.cancel() }
        completion.cancel()
        busyIndicator.update(isBusy: false)
        saving.onChange = {}
        navigator?.goBack()
    }

    private func show(_ located: SharedPhotos) {
        busyIndicator.update(isBusy: false)
        var new = state
        new.photos = located
        new.options = located.options(canOpen: new.canOpen)
        new.cursor.update(sections: [new.options.count], selection: 0)
        guard !new.options.isEmpty else { return refuse(new.photos) }
        state = new
        if beginsSaving, !new.options.contains(.save) { return refuse(new.photos) }
        if let pendingOption, new.options.contains(pendingOption) { choose(pendingOption) }
    }

    /// Goes back with an error if the photos have nothing to share or to save.
    private func refuse(_ photos: SharedPhotos) {
        let reason = UserFacingText.failure(photos.missing.first?.reason ?? PictureFailure.noOriginal)
        notices.post(
            .failure(beginsSaving ? localized("Couldn't save: \(reason)") : localized("Nothing to share: \(reason)")),
            about: .sharing)
        goBack()
    }

    /// Asks for the path to save to; during a save operation, shows its progress instead.
    private func save() {
        state.progress = saving.progress
        isWaiting = state.progress != nil
        guard !isWaiting else { return }
        let photos = state.photos.files
        let folder = copies.folder.hasSuffix("/") ? copies.folder : copies.folder + "/"
        guard photos.count == 1 else { return state.path.begin(with: folder) }
        let name = copies.fileName(photos[0])
        state.path.begin(with: folder + name)
        completing?.cancel()
        completing = Task { [weak self, copies, proposed = state.path] in
            guard let ending = await copies.fileExtension(photos[0]), !Task.isCancelled, let self,
                state.path == proposed,
                !name.lowercased().hasSuffix("." + ending.lowercased())
            else { return }
            proposedExtension = "." + ending
            state.path.append("." + ending)
        }
    }

    private func savingChanged() {
        guard isWaiting else { return }
        guard let progress = saving.progress else { return goBack() }
        state.progress = progress
    }

    /// Terminals don't acknowledge clipboard writes, so text sent to a terminal with a clipboard counts as copied.
    private func copy(_ text: [UInt8], _ notice: String) {
        perform { [sharing] in
            switch try await sharing.copy(text) {
            case .sent: notice
            case .uncertain:
                localized("Sent to the terminal. If it isn't in your clipboard, select it after quitting.")
            case .tmux: localized("Copied to tmux. If it isn't in your clipboard, paste with tmux.")
            }
        } refusal: {
            localized("Couldn't copy: \($0)")
        }
    }

    private func open() {
        guard let open = sharing.open, let location = state.photos.locations.first?.location else { return }
        let target: OpenTarget
        switch location {
        case .file(let path): target = .file(path: path)
        case .link(let link):
            guard let web = OpenTarget(web: link) else {
                return notices.post(.failure(localized("Couldn't open: not a web link")), about: .sharing)
            }
            target = web
        }
        perform {
            try await open(target)
            return localized("Opening in another window")
        } refusal: {
            localized("Couldn't open: \($0)")
        }
    }

    private func sendEmail() {
        guard let link = state.photos.emailLink else { return }
        guard let open = sharing.open else { return copy(Array(link.utf8), localized("Copied mailto: link")) }
        perform {
            try await open(.link(link))
            return localized("Composing an email in another window")
        } refusal: {
            localized("Couldn't open: \($0)")
        }
    }

    /// Has the service create a public link to the photos after a question, and offers to share it.
    private func createPublicLink() {
        let photos = state.photos
        let names = UserFacingText.title(of: photos.photos)
        let question = Question(
            title: localized("Public link"),
            text: [
                localized("Everyone who gets the link can see and download \(names), with all metadata."),
                localized("The link works until you delete it on the website."),
            ],
            choices: [
                Question<Bool>.Choice(
                    keys: [Key(.enter), Key("y")], hint: localized("create", context: "hint"), answer: true)
            ])
        navigator?.interact { [weak self] in
            guard let self, await navigator?.ask(question) == true else { return }
            performing = Task { [weak self, service, notices] in
                do {
                    let link = try await service.createPublicLink(to: photos.photos.map(\.id))
                    guard !Task.isCancelled, let self else { return }
                    performing = nil
                    show(photos.located(at: link))
                    notices.post(.info(localized("Public link created; choose how to share it")), about: .sharing)
                } catch {
                    self?.performing = nil
                    let reason = UserFacingText.failure(error)
                    notices.post(.failure(localized("Couldn't create the link: \(reason)")), about: .sharing)
                }
            }
        }
    }

    /// Runs an action in another program, posts a notice with the result, and goes back.
    private func perform(
        _ action: @escaping @MainActor () async throws -> String,
        refusal: @escaping @MainActor (_ reason: String) -> String
    ) {
        performing = Task { [weak self, notices] in
            do {
                notices.post(.info(try await action()), about: .sharing)
            } catch is CancellationError {
                return
            } catch {
                notices.post(.failure(refusal(UserFacingText.failure(error))), about: .sharing)
            }
            self?.performing = nil
            self?.goBack()
        }
    }
}
