import Albums
import Localization
import TerminalUI

/// A way of sharing photos.
enum ShareOption: Hashable, Sendable, CaseIterable {
    case copy, qrCode, save, open, scp, email, publicLink

    /// The keys of the option: the first letter of its description, in upper case if the command's key on other screens
    /// is.
    fileprivate var keys: [Key] {
        switch self {
        case .copy: [Key("c")]
        case .qrCode: [Key("Q")]
        case .save: [Key("S"), Key("s")]
        case .open: [Key("o")]
        case .scp: [Key("f")]
        case .email: [Key("e")]
        case .publicLink: [Key("p")]
        }
    }
}

extension KeyMap<MenuCommand> {
    /// The keys of the menu with ways to share, each with its description. They come first, so that no other command takes
    /// them.
    static func share(_ options: [ShareOption], of photos: SharedPhotos, canOpen: Bool) -> KeyMap {
        KeyMap(
            "share",
            options.enumerated().map { index, option in
                KeyBinding(
                    option.keys, .pick(index), name: KeyBinding<MenuCommand>.name(of: option), in: .share,
                    help: photos.label(for: option, canOpen: canOpen))
            } + [
                KeyBinding(
                    [Key(.enter)], .choose, name: "choose-selection", in: .move, help: "Run the selected action",
                    hint: "choose"),
                KeyBinding([Key(.escape), Key("q")], .back, in: .move, help: "Go back", hint: "back"),
            ] + gridMoves { .move($0) })
    }
}

extension PhotoCommands {
    /// Shows the ways to share photos.
    func share(_ photos: [Photo], from screen: any PhotoChoosing) {
        coordinator?.lookUp { [weak self] in
            guard let self, let shared = await located(photos, on: screen) else { return }
            // Keys typed ahead of the prompt wait only if nothing has to load between the menu and it.
            await share(shared, saving: await pathPrompt(for: shared), from: screen)
        }
    }

    /// Asks where to save copies of photos.
    func save(_ photos: [Photo], from screen: any PhotoChoosing) {
        coordinator?.lookUp { [weak self] in
            guard let self, let shared = await located(photos, on: screen) else { return }
            guard shared.options(canOpen: false).contains(.save) else {
                return report(.failure(localized("Couldn't save: \(shared.missingReason)")))
            }
            _ = await save(shared, asking: await pathPrompt(for: shared))
        }
    }

    /// Returns the photos with their locations; nil if another screen is on top by then.
    private func located(_ photos: [Photo], on screen: any PhotoChoosing) async -> SharedPhotos? {
        // Marked photos may be favorites of other libraries, which only the library of favorites finds.
        let shown = screens.stores.marks.photos.isEmpty ? screen.shown : screens.favorites.shown
        let shared = SharedPhotos(
            photos, includesStacks: true, scpHost: screens.sharing.scpHost,
            canBePublic: screens.library.capabilities.createsPublicLinks)
        let located = await locator.locate(shared, in: shown.library)
        return coordinator?.isOnTop(screen) == true ? located : nil
    }

    /// Shows a menu until photos have been shared in one of the ways.
    private func share(
        _ photos: SharedPhotos, saving prompt: Prompt<String>, from screen: any PhotoChoosing
    ) async {
        var photos = photos
        var selected: ShareOption?
        let canOpen = screens.sharing.open != nil
        while coordinator?.isOnTop(screen) == true {
            let options = photos.options(canOpen: canOpen)
            guard !options.isEmpty else {
                return report(.failure(localized("Nothing to share: \(photos.missingReason)")))
            }
            selected = await coordinator?.ask(Menu(sharing: photos, by: options, selected: selected, canOpen: canOpen))
            switch selected {
            case .copy: return copy(photos.text, localized(photos.copiedText))
            case .scp: return copy(photos.scpLine ?? [], localized("Copied scp command"))
            case .open: return open(photos)
            case .email: return sendEmail(photos)
            case .save: if await save(photos, asking: prompt) { return }
            case .qrCode: if let link = photos.links.first { _ = await coordinator?.ask(LinkCode(link: link)) }
            case .publicLink: photos = await createPublicLink(to: photos) ?? photos
            case nil: return
            }
        }
    }

    /// The prompt for the path of a copy, or for the folder of several.
    private func pathPrompt(for photos: SharedPhotos) async -> Prompt<String> {
        let (copies, files) = (screens.copies, photos.files)
        var prompt = Prompt(
            title: localized("Save \(UserFacingText.title(of: photos.photos))"),
            label: (files.count == 1 ? localized("Save as:") : localized("Save in:")) + " ",
            text: copies.folder.hasSuffix("/") ? copies.folder : copies.folder + "/",
            hint: localized("save", context: "hint"), folders: copies.folders, reading: .atEnter { $0 })
        guard files.count == 1 else { return prompt }
        let name = copies.fileName(files[0])
        prompt.text += name
        if let ending = await copies.fileExtension(files[0]).map({ "." + $0 }),
            !name.lowercased().hasSuffix(ending.lowercased())
        {
            prompt.ending = ending
        }
        return prompt
    }

    /// Asks for a path, and starts to save copies there. Returns false if the user cancels.
    private func save(_ photos: SharedPhotos, asking prompt: Prompt<String>) async -> Bool {
        guard screens.saving.progress == nil else {
            screens.notices.explain(.stillSaving)
            return true
        }
        guard let path = await coordinator?.ask(prompt) else { return false }
        screens.saving.save(photos, at: path)
        return true
    }

    private func report(_ notice: Notice) {
        screens.notices.post(notice, about: .sharing)
    }

    /// Terminals don't acknowledge clipboard writes, so text sent to a terminal with a clipboard counts as copied.
    private func copy(_ text: [UInt8], _ notice: String) {
        perform { [sharing = screens.sharing] in
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

    private func open(_ photos: SharedPhotos) {
        switch photos.locations.first?.location {
        case .link(let link) where SharedPhotos.Location(web: link) == nil:
            report(.failure(localized("Couldn't open: not a web link")))
        case let location?: open(location)
        case nil: break
        }
    }

    private func sendEmail(_ photos: SharedPhotos) {
        guard let link = photos.emailLink else { return }
        guard screens.sharing.open != nil else { return copy(Array(link.utf8), localized("Copied mailto: link")) }
        open(.link(link), localized("Composing an email in another window"))
    }

    /// Plays the video of a photo in another program.
    func play(_ photo: Photo) throws(NoEffect) {
        guard let video = photo.movie else { throw .notAVideo }
        // A link to the web page of a service carries no key.
        let location = video.file.map { .file(path: $0) } ?? video.link.flatMap(SharedPhotos.Location.init(web:))
        guard screens.sharing.open != nil, let location else { throw .noVideoPlayer }
        open(location)
    }

    private func open(_ location: SharedPhotos.Location, _ notice: String = localized("Opening in another window")) {
        guard let open = screens.sharing.open else { return }
        perform {
            try await open(location)
            return notice
        } refusal: {
            localized("Couldn't open: \($0)")
        }
    }

    /// Has the service create a public link to photos after a question. Returns nil if the user says no, or it fails.
    private func createPublicLink(to photos: SharedPhotos) async -> SharedPhotos? {
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
        guard await coordinator?.ask(question) == true else { return nil }
        do {
            let link = try await screens.library.createPublicLink(to: photos.photos.map(\.id))
            // The menu that opens next leaves a notice without a subject.
            screens.notices.post(.info(localized("Public link created; choose how to share it")))
            return photos.located(at: link)
        } catch {
            report(.failure(localized("Couldn't create the link: \(UserFacingText.failure(error))")))
            return nil
        }
    }

    /// Runs an action in another program, and posts a notice with the result.
    private func perform(
        _ action: @escaping @MainActor () async throws -> String,
        refusal: @escaping @MainActor (_ reason: String) -> String
    ) {
        Task { [weak self] in
            do {
                self?.report(.info(try await action()))
            } catch {
                self?.report(.failure(refusal(UserFacingText.failure(error))))
            }
        }
    }
}

extension Menu<ShareOption> {
    /// - Parameter canOpen: whether the system can open links, including `mailto:` links.
    fileprivate init(sharing photos: SharedPhotos, by options: [ShareOption], selected: ShareOption?, canOpen: Bool) {
        self.init(
            keys: .share(options, of: photos, canOpen: canOpen),
            title: localized("Share \(UserFacingText.title(of: photos.photos))"),
            rows: options.map { Row($0, localized(photos.label(for: $0, canOpen: canOpen))) }, selected: selected,
            text: { $0 == .scp ? photos.scpLines(columns: $1, $2) : photos.textLines(columns: $1, $2) })
    }
}

extension SharedPhotos {
    /// Why there is nothing to share or to save.
    fileprivate var missingReason: String {
        UserFacingText.failure(missing.first?.reason ?? PictureFailure.noOriginal)
    }

    /// The maximum number of lines for a path or link.
    private static let maxTextRows = 100

    /// The `scp` command, which wraps between its words.
    fileprivate func scpLines(columns: Int, _ repertoire: Repertoire) -> [String] {
        var lines: [String] = []
        let line = String(decoding: scpLine ?? [], as: UTF8.self)
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            let joined = (lines.last.map { $0 + " " } ?? "") + word
            if VisibleText(joined, repertoire: repertoire).width(upTo: columns + 1) <= columns {
                _ = lines.popLast()
                lines.append(joined)
            } else {
                lines += VisibleText(String(word), repertoire: repertoire)
                    .wrapped(columns: columns, rows: Self.maxTextRows)
            }
        }
        return lines
    }

    /// The links and paths.
    fileprivate func textLines(columns: Int, _ repertoire: Repertoire) -> [String] {
        locations.indices.flatMap { index in
            String(decoding: text(at: index), as: UTF8.self).split(separator: "\n").flatMap {
                VisibleText(String($0), repertoire: repertoire).wrapped(columns: columns, rows: Self.maxTextRows)
            }
        }
    }

    /// The options available for these photos.
    func options(canOpen: Bool) -> [ShareOption] {
        ShareOption.allCases.filter { option in
            switch option {
            case .copy: !locations.isEmpty
            case .qrCode: links.count == 1 && photos.count == 1
            case .save: withoutOriginal < files.count
            case .open: canOpen && !locations.isEmpty && photos.count == 1
            case .scp: !paths.isEmpty
            case .email: !links.isEmpty
            case .publicLink: canBePublic
            }
        }
    }

    /// The description of an option for these photos.
    func label(for option: ShareOption, canOpen: Bool) -> Message {
        switch option {
        case .copy: copyLabel
        case .qrCode: Message("QR code for the link")
        case .save: files.count == 1 ? Message("Save the original") : Message("Save the originals")
        case .open: Message("Open in the system viewer")
        case .scp: Message("Fetch: copy an scp command")
        case .email where canOpen: links.count == 1 ? Message("Email the link") : Message("Email the links")
        case .email: Message("Email: copy a mailto: link")
        case .publicLink: Message("Public link: create one that needs no account")
        }
    }

    private var copyLabel: Message {
        switch (links.count, paths.count) {
        case (1, 0): Message("Copy the link")
        case (_, 0): Message("Copy the links")
        case (0, 1): Message("Copy the path")
        case (0, _): Message("Copy the paths")
        case (_, _): Message("Copy the links and paths")
        }
    }

    /// The notice after copying.
    var copiedText: Message {
        switch (links.count, paths.count) {
        case (1, 0): Message("Copied link")
        case (_, 0): Message("Copied links")
        case (0, 1): Message("Copied path")
        case (0, _): Message("Copied paths")
        case (_, _): Message("Copied links and paths")
        }
    }
}
