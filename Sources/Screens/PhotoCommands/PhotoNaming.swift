import Albums
import Basics
import Localization

/// New names or folders for photos, typed or made by a pattern.
@MainActor
final class PhotoNaming {
    enum Purpose {
        case rename, move, copy
        /// Copies for others, as JPEGs if the settings say so.
        case export
    }

    /// The edits that a text stands for.
    struct Answer: Sendable {
        let edits: [(photo: Photo, edit: PhotoEdit)]
        /// The pattern for folders; nil for other texts.
        var pattern: String?
    }

    private let photos: [Photo]
    /// The photo on top of a folded burst: a name without placeholders is for this photo only.
    private let top: Photo?
    private let purpose: Purpose
    private let screen: any PhotoChoosing
    private let screens: ScreenFactory
    private let paths: FolderPaths
    /// The cameras that have loaded.
    private var cameras: [Photo.ID: String?] = [:]
    /// The photos with their current dates, once a pattern needs these.
    private var dated: Task<[Photo], Never>?

    init(
        _ purpose: Purpose, of photos: [Photo], top: Photo?, on screen: any PhotoChoosing,
        _ screens: ScreenFactory
    ) {
        self.photos = photos
        self.top = top
        self.purpose = purpose
        self.screen = screen
        self.screens = screens
        paths = FolderPaths(home: screens.copies.home, photo: photos[0])
    }

    /// The prompt, which shows what would become of each photo.
    var prompt: Prompt<Answer> {
        let placeholders = localized("Placeholders: \(RenamePattern.placeholders)")
        guard purpose != .rename else {
            let isPattern = photos.count > 1
            return Prompt(
                title: title, label: localized("Name:") + " ",
                text: (top ?? (isPattern ? nil : photos[0]))?.stem ?? "{date:%Y-%m-%d}_{n:3}",
                help: isPattern ? placeholders : nil,
                hint: localized("rename", context: "hint"), reading: .whileTyping { await self.check($0) })
        }
        return Prompt(
            title: title, label: localized("Folder:") + " ", text: paths.start,
            help: purpose == .export ? placeholders : nil,
            hint: localized("choose", context: "hint"), suggestions: screens.preferences.recentFolders,
            arrowHint: localized("recent folder", context: "hint"),
            folders: screens.copies.folders, reading: .whileTyping { await self.check($0) })
    }

    private var title: String {
        let name = UserFacingText.title(of: photos)
        switch (purpose, screens.copies.export) {
        case (.rename, _): return localized("Rename \(top.map(UserFacingText.nameInBurst) ?? name)")
        case (.move, _): return localized("Move \(name)")
        case (.export, let export?):
            return localized("Copy \(name) as JPEGs of up to \(String(export.maxSide)) pixels")
        case (.copy, _), (.export, nil): return localized("Copy \(name)")
        }
    }

    /// Computes the names, and finds those already taken.
    private func check(_ text: String) async -> Prompt<Answer>.Checked {
        if purpose != .rename, !text.contains("{") {
            let folder = await folder(text)
            return .init(lines: [], answer: .success(Answer(edits: photos.map { ($0, edit(toFolder: folder)) })))
        }
        let named = await edits(for: text)
        let edits = named.compactMap { photo, edit in (try? edit.get()).map { (photo: photo, edit: $0) } }
        let refusals = await screens.stores.files.refusals(of: edits)
        let lines = named.map { photo, edit in
            switch edit {
            case .success(let edit):
                Prompt<Answer>.Line(
                    from: photo.stem, to: shown(edit), problem: refusals[photo.id].map(UserFacingText.failure))
            case .failure(let failure):
                Prompt<Answer>.Line(from: photo.stem, to: nil, problem: UserFacingText.failure(failure))
            }
        }
        let problems = lines.filter(\.isProblem)
        let answer = Answer(edits: edits, pattern: purpose == .rename ? nil : text)
        return .init(
            lines: problems + lines.filter { !$0.isProblem },
            answer: problems.isEmpty ? .success(answer) : .failure(.namesImpossible))
    }

    private func edits(for text: String) async -> [(photo: Photo, edit: Result<PhotoEdit, RenamePattern.Failure>)] {
        // A single photo gets the typed name, without a pattern.
        if purpose == .rename, let single = photos.count == 1 ? photos[0] : top,
            photos.count == 1 || !text.contains("{")
        {
            return [(single, .success(.rename(text)))]
        }
        do throws(RenamePattern.Failure) {
            let pattern = try RenamePattern(text)
            if pattern.needsCamera { await loadCameras() }
            let current = pattern.needsDate ? await datedPhotos() : photos
            let names = current.enumerated().map { number, photo in
                Result { () throws(RenamePattern.Failure) in
                    try pattern.name(of: photo, number: number + 1, camera: cameras[photo.id] ?? nil)
                }
            }
            let isName = purpose == .rename || pattern.endsWithName
            var edits: [(photo: Photo, edit: Result<PhotoEdit, RenamePattern.Failure>)] = []
            for (photo, name) in zip(photos, isName ? pattern.distinct(names) : names) {
                switch name {
                case .success(let name): edits.append((photo, .success(await edit(for: name, isName: isName))))
                case .failure(let failure): edits.append((photo, .failure(failure)))
                }
            }
            return edits
        } catch {
            return photos.map { ($0, .failure(error)) }
        }
    }

    /// Returns the edit for a name or path that a pattern has made.
    ///
    /// - Parameter isName: whether the path ends with the name of a file.
    private func edit(for path: String, isName: Bool) async -> PhotoEdit {
        if purpose == .rename { return .rename(path) }
        guard isName, let slash = path.lastIndex(of: "/") else { return edit(toFolder: await folder(path)) }
        return edit(toFolder: await folder(String(path[...slash])), as: String(path[path.index(after: slash)...]))
    }

    private func edit(toFolder folder: String, as name: String? = nil) -> PhotoEdit {
        let path = Array(folder.utf8)
        return purpose == .move
            ? .move(toFolder: path, as: name)
            : .copy(toFolder: path, as: name, export: purpose == .export ? screens.copies.export : nil)
    }

    /// Returns the absolute path of a typed folder.
    private func folder(_ typed: String) async -> String {
        let path = paths.absolute(typed)
        // Symbolic links matter only in a path with dots.
        return FolderPaths.hasDots(path) ? await screens.copies.withoutDots(path) : path
    }

    /// The name or path that an edit gives a photo.
    private func shown(_ edit: PhotoEdit) -> String {
        switch edit {
        case .rename(let name): name
        case .move(let folder, let name), .copy(let folder, let name, _):
            HomePath.abbreviated(String(decoding: folder, as: UTF8.self), home: screens.copies.home) + "/"
                + (name ?? "")
        default: ""
        }
    }

    /// Cancels outstanding reads.
    func cancel() { dated?.cancel() }

    /// Loads the dates once: typing on doesn't cancel that.
    private func datedPhotos() async -> [Photo] {
        let loading =
            dated
            ?? Task { [photos, shown = screen.shown, library = screens.library] in
                await shown.dated(photos, in: library)
            }
        dated = loading
        return await loading.value
    }

    private func loadCameras() async {
        for photo in photos where cameras[photo.id] == nil {
            let camera = (try? await screen.shown.details(of: photo))?.camera
            // A canceled read doesn't mean that the camera is unknown.
            guard !Task.isCancelled else { return }
            cameras[photo.id] = .some(camera)
        }
    }
}

/// The paths of folders as the user types and reads them: `~` is the home folder, and a relative path begins in the folder of
/// the photo.
struct FolderPaths: Sendable {
    let home: String
    /// The folder of the photo, with a trailing slash; that of the user if its path isn't UTF-8.
    private let folder: String

    init(home: String, photo: Photo) {
        self.home = home
        let path = photo.file?.lastIndex(of: UInt8(ascii: "/")).flatMap { end in
            photo.file.flatMap { String(validating: $0[...end], as: UTF8.self) }
        }
        folder = path ?? home + "/"
    }

    /// The path that the user continues.
    var start: String { HomePath.abbreviated(folder, home: home) }

    /// Returns the absolute path of a typed one, without a trailing slash.
    func absolute(_ typed: String) -> String {
        var path = HomePath.absolute(typed, in: folder, home: home)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Whether a path contains `.`, `..` or repeated slashes.
    static func hasDots(_ path: String) -> Bool {
        path != "/"
            && path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().contains {
                ["", ".", ".."].contains($0)
            }
    }
}

extension PhotoCommands {
    /// Passes the photos of a change of files to `use`, as `withPhotos` does.
    func withDeparting(
        _ marked: [Photo], from screen: any PhotoChoosing, isTrash: Bool = false,
        _ use: @escaping ([Photo]) -> Void
    ) throws(NoEffect) {
        let photos = marked.isEmpty ? [try photoOnScreen(screen)] : marked
        // A second press of the trash key is ignored, but a prompt for no photo would confuse.
        if !isTrash, photos.allSatisfy(screens.stores.files.isDeparting) { throw .alreadyMoved }
        try withPhotos(marked, on: screen, use)
    }

    /// Asks for the names or the folders of photos.
    func askForNames(
        _ purpose: PhotoNaming.Purpose, of marked: [Photo], from screen: any PhotoChoosing
    ) throws(NoEffect) {
        let current = try? screen.currentPhoto()
        try withDeparting(marked, from: screen) { [weak self] photos in
            let isBurst = marked.isEmpty && photos.count > 1
            self?.askForNames(purpose, of: photos, top: isBurst ? current : nil, from: screen)
        }
    }

    private func askForNames(
        _ purpose: PhotoNaming.Purpose, of photos: [Photo], top: Photo?, from screen: any PhotoChoosing
    ) {
        let naming = PhotoNaming(purpose, of: photos, top: top, on: screen, screens)
        coordinator?.interact { [screens, coordinator] in
            guard let answer = await coordinator?.ask(naming.prompt) else { return naming.cancel() }
            screens.stores.files.make(answer.edits)
            if let pattern = answer.pattern { screens.preferences.rememberFolder(pattern) }
        }
    }

    /// Asks for the folders to which the marked photos, or else the picks of a list, are copied.
    func export(_ marked: [Photo], from screen: any PhotoChoosing) {
        guard marked.isEmpty else { return askForNames(.export, of: marked, top: nil, from: screen) }
        withAllPhotos(on: screen) { [weak self, screens] photos in
            let picks = photos.filter { screens.stores.edits.assessment(of: $0).isPicked }
            guard !picks.isEmpty else { return screens.notices.explain(.nothingPicked) }
            guard let self, coordinator?.isOnTop(screen) == true else { return }
            askForNames(.export, of: picks, top: nil, from: screen)
        }
    }
}

extension ShownLibrary {
    /// Returns photos with the dates that patterns need. Marked photos are from when they were marked, renamed or loaded.
    ///
    /// - Parameter library: knows the dates now. Those of files that it hasn't read yet are read from the files.
    func dated(_ photos: [Photo], in library: any PhotoLibrary) async -> [Photo] {
        let current = await library.current(photos)
        let unread = current.filter { $0.dateKind == .modified }
        let details = await unread.loadEach(maxConcurrent: Self.maxConcurrentReads) { try? await self.details(of: $0) }
        return current.map { photo in details[photo.id]?.map(photo.with(dateOf:)) ?? photo }
    }

    private static var maxConcurrentReads: Int { 4 }
}

extension Prompt.Line {
    /// - Parameters:
    ///   - new: nil if the pattern gives the photo no name.
    ///   - problem: why the photo can't have the name.
    fileprivate init(from old: String, to new: String?, problem: String?) {
        let names = new.map { UserFacingText.change(old, $0) } ?? old
        self.init(text: problem.map { "\(names): \($0)" } ?? names, isProblem: problem != nil)
    }
}
