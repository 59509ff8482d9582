import Albums
import Localization
import TerminalUI

/// Everything the rename prompt shows.
struct RenamePromptState: Sendable {
    /// A photo with its new name.
    struct Row: Hashable, Sendable {
        let old: String
        /// Nil if the pattern gives the photo none.
        let new: String?
        /// Why the photo can't have the name.
        let problem: String?
    }

    let title: String
    /// Whether the user types a pattern, rather than the name of a single photo.
    let hasPlaceholders: Bool
    var pattern = TextField(.prompt)
    /// The photos with their new names, those with problems first; empty until they are known.
    var rows: [Row] = []
    /// The number of photos that can't have their names.
    var problemCount = 0
    /// Whether the rows are those of the pattern.
    var isChecked = false
}

/// Asks for the new name of a photo, or a pattern for the names of several, and shows what would become of it.
@MainActor
final class RenamePromptViewModel {
    struct Actions {
        var rename: ([(photo: Photo, name: String)]) -> Void
        var goBack: () -> Void
    }

    private(set) var state: RenamePromptState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    private let photos: [Photo]
    private let shown: ShownLibrary
    private let files: FilesStore
    private let notices: Notices
    private let actions: Actions
    private var cameras: [Photo.ID: String] = [:]
    private var names: [(photo: Photo, name: String)] = []
    private var checking: Task<Void, Never>?
    /// Whether the user has pressed Enter before the names were checked.
    private var isSubmitted = false

    init(photos: [Photo], shown: ShownLibrary, files: FilesStore, notices: Notices, actions: Actions) {
        self.photos = photos
        self.shown = shown
        self.files = files
        self.notices = notices
        self.actions = actions
        let name = UserFacingText.title(of: photos)
        state = RenamePromptState(title: localized("Rename \(name)"), hasPlaceholders: photos.count > 1)
        state.pattern.begin(with: photos.count == 1 ? photos[0].stem : "{date:%Y-%m-%d}_{n:3}")
        check()
    }

    /// Edits the pattern; Enter renames the photos if all of them can have their names.
    func change(unused: NoEffect? = nil, _ change: (inout TextField) -> TextField.Response) {
        var new = state
        let response = change(&new.pattern)
        if let reason = response.noEffect(ifUnused: unused) { notices.explain(reason) }
        guard new.pattern.isTyping else {
            guard !new.pattern.text.isEmpty else { return goBack() }
            isSubmitted = true
            return submitIfChecked()
        }
        isSubmitted = false
        let isOther = new.pattern.text != state.pattern.text
        if isOther { new.isChecked = false }
        state = new
        if isOther { check() }
    }

    /// Renames the photos once Enter was pressed and the names are known, unless some are impossible.
    private func submitIfChecked() {
        guard isSubmitted, state.isChecked else { return }
        isSubmitted = false
        if state.problemCount == 0 { actions.rename(names) } else { notices.explain(.namesImpossible) }
    }

    func goBack() {
        checking?.cancel()
        actions.goBack()
    }

    /// Computes the new names, and finds those already taken.
    private func check() {
        checking?.cancel()
        let text = state.pattern.text
        checking = Task { [weak self, photos] in
            do throws(RenamePattern.Failure) {
                // A single photo gets the typed name, without a pattern.
                guard let pattern = photos.count == 1 ? nil : try RenamePattern(text) else {
                    await self?.show(photos.map { ($0, .success(text)) })
                    return
                }
                if pattern.needsCamera { await self?.loadCameras() }
                guard !Task.isCancelled, let self else { return }
                let names = photos.enumerated().map { number, photo in
                    Result { () throws(RenamePattern.Failure) in
                        try pattern.name(
                            of: photo, named: photo.stem, number: number + 1, camera: self.cameras[photo.id])
                    }
                }
                await show(Array(zip(photos, pattern.distinct(names))))
            } catch {
                await self?.show(photos.map { ($0, .failure(error)) })
            }
        }
    }

    private func loadCameras() async {
        for photo in photos where cameras[photo.id] == nil {
            guard !Task.isCancelled else { return }
            cameras[photo.id] = await PhotoInformation(of: photo, in: shown, countsTones: false).details.camera ?? ""
        }
    }

    private func show(_ named: [(photo: Photo, name: Result<String, RenamePattern.Failure>)]) async {
        let names = named.compactMap { photo, name in (try? name.get()).map { (photo: photo, name: $0) } }
        let refusals = await files.refusals(of: names)
        guard !Task.isCancelled else { return }
        let rows = named.map { photo, name in
            switch name {
            case .success(let new):
                RenamePromptState.Row(
                    old: photo.stem, new: new, problem: refusals[photo.id].map(UserFacingText.failure))
            case .failure(let failure):
                RenamePromptState.Row(old: photo.stem, new: nil, problem: failure.text)
            }
        }
        self.names = names
        var new = state
        new.rows = rows.filter { $0.problem != nil } + rows.filter { $0.problem == nil }
        new.problemCount = rows.count { $0.problem != nil }
        new.isChecked = true
        state = new
        submitIfChecked()
    }
}

extension RenamePattern.Failure {
    fileprivate var text: String {
        switch self {
        case .unknownPlaceholder(let text): localized("unknown placeholder \(text)")
        case .noDate: localized("its date is unknown")
        case .noCamera: localized("its camera is unknown")
        }
    }
}

extension Photo {
    /// The name of its file without the extension; its title if it is no file.
    fileprivate var stem: String {
        guard let name = file?.split(separator: UInt8(ascii: "/")).last else { return title }
        let end = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        return String(decoding: name[..<end], as: UTF8.self)
    }
}

/// The rename prompt: a box over the screen below with the name or pattern and the result for each photo.
@MainActor
final class RenamePromptScreen: BoxScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: RenamePromptViewModel
    var context: ScreenContext

    init(viewModel: RenamePromptViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func handle(_ event: InputEvent) {
        switch event {
        case .key(let key): viewModel.change(unused: .unusedKeyToCancel(key.label)) { $0.handle(key) }
        case .paste(let text): viewModel.change { $0.paste(text) }
        case .mouse, .response: break
        }
    }

    func goBack() {
        viewModel.goBack()
    }

    func draw(on surface: inout Surface) {
        draw(on: &surface, title: viewModel.state.title) { surface in
            drawInside(on: &surface, row: isOverlay ? 0 : 2, rows: isOverlay ? surface.size.rows : size.rows - 4)
        }
        bottomLine.draw(on: &surface)
    }

    private func drawInside(on surface: inout Surface, row: Int, rows: Int) {
        let state = viewModel.state
        let columns = surface.size.columns - 2
        state.pattern.draw(
            on: &surface, prompt: localized("Name:") + " ", column: 1, row: row, width: columns, theme: theme)
        if state.hasPlaceholders {
            surface.write(
                localized("Placeholders: \(RenamePattern.placeholders)"), column: 1, row: row + 1, style: theme.quiet,
                width: columns)
        }
        let available = max(0, rows - 2)
        let isCut = state.rows.count > available
        for (line, entry) in state.rows.prefix(isCut ? max(0, available - 1) : available).enumerated() {
            draw(entry, row: row + 2 + line, columns: columns, on: &surface)
        }
        guard isCut, available > 0 else { return }
        let others = state.rows.count - available + 1
        surface.write(
            localized(others, one: "and \(others) more", other: "and \(others) more"), column: 1,
            row: row + 1 + available, style: theme.quiet, width: columns)
    }

    private func draw(_ entry: RenamePromptState.Row, row: Int, columns: Int, on surface: inout Surface) {
        let names = [entry.old, entry.new].compactMap { $0 }.joined(separator: " \u{2192} ")
        guard let problem = entry.problem else {
            surface.write(names, column: 1, row: row, style: theme.text, width: columns)
            return
        }
        let used = surface.write(theme.failureSign, column: 1, row: row, style: theme.failure, width: columns)
        surface.write(
            "\(names): \(problem)", column: 1 + used, row: row, style: theme.failure, width: columns - used)
    }

    var box: Rect? {
        centeredBox(columns: 72, rows: min(4 + viewModel.state.rows.count, max(6, size.rows - 4)))
    }

    var bottomLine: BottomLine {
        context.bottomLine([
            Hint(key: Key(.enter), label: localized("rename", context: "hint")),
            Hint(key: Key(.escape), label: localized("cancel", context: "hint")),
        ])
    }
}
