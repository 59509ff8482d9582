import Albums
import Localization
import TerminalUI

/// Everything the folder prompt shows.
struct FolderPromptState: Sendable {
    let title: String
    /// The folders used last, each chosen by one key.
    let recent: [String]
    var path = TextField(.prompt)
    /// Whether the user has typed, so that keys no longer choose a recent folder.
    var isEdited = false
    /// The folders that can complete the path.
    var matches: [String] = []
}

/// Asks for the folder to which photos are moved or copied.
@MainActor
final class FolderPromptViewModel {
    struct Actions {
        var choose: (_ folder: String) -> Void
        var goBack: () -> Void
    }

    private(set) var state: FolderPromptState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    private let notices: Notices
    private let actions: Actions
    private let completion: FolderNameCompletion

    /// - Parameter start: the path that the user continues, the folder of the photos.
    init(title: String, recent: [String], start: String, copies: CopyPort, notices: Notices, actions: Actions) {
        completion = FolderNameCompletion(copies: copies, notices: notices)
        self.notices = notices
        self.actions = actions
        state = FolderPromptState(title: title, recent: recent)
        state.path.begin(with: start)
    }

    /// The keys of the recent folders, from the first letter of the alphabet on.
    static let recentKeys: [Character] = Array("abcdefghi")

    /// Handles a key: the letter of a recent folder chooses it until the user types anything else.
    func press(_ key: Key) {
        if !state.isEdited, case .character(let letter) = key.code, key.modifiers.isEmpty,
            let index = Self.recentKeys.firstIndex(of: letter), index < state.recent.count
        {
            return actions.choose(state.recent[index])
        }
        if key == Key(.tab) { return complete() }
        change(unused: .unusedKeyToCancel(key.label)) { $0.handle(key) }
    }

    func paste(_ text: String) {
        change { $0.paste(text) }
    }

    func goBack() {
        completion.cancel()
        actions.goBack()
    }

    private func change(unused: NoEffect? = nil, _ change: (inout TextField) -> TextField.Response) {
        var new = state
        let before = new.path
        let response = change(&new.path)
        if let reason = response.noEffect(ifUnused: unused) { notices.explain(reason) }
        guard new.path.isTyping else {
            return new.path.text.isEmpty ? goBack() : actions.choose(new.path.text)
        }
        if new.path.text != before.text { new.matches = [] }
        new.isEdited = new.isEdited || new.path != before
        state = new
    }

    /// Completes the folder name before the cursor; lists several matches.
    private func complete() {
        state.isEdited = true
        completion.complete(state.path) { [weak self] in
            self?.state.path
        } show: { [weak self] path, matches in
            guard let self else { return }
            var new = state
            (new.path, new.matches) = (path, matches)
            state = new
        }
    }
}

/// The folder prompt: a box over the screen below with the recent folders and a path to type.
@MainActor
final class FolderPromptScreen: BoxScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: FolderPromptViewModel
    var context: ScreenContext

    init(viewModel: FolderPromptViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func handle(_ event: InputEvent) {
        switch event {
        case .key(let key): viewModel.press(key)
        case .paste(let text): viewModel.paste(text)
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
        let recent = state.isEdited ? [] : Array(state.recent.prefix(max(0, rows - 2)))
        for (index, folder) in recent.enumerated() {
            let key = String(FolderPromptViewModel.recentKeys[index])
            let used = surface.write(key, column: 1, row: row + index, style: theme.accent)
            surface.write("  " + folder, column: 1 + used, row: row + index, style: theme.text, width: columns - used)
        }
        let line = row + (recent.isEmpty ? 0 : recent.count + 1)
        state.path.draw(
            on: &surface, prompt: localized("Folder:") + " ", column: 1, row: line, width: columns, theme: theme)
        let available = max(0, row + rows - line - 2)
        let matches =
            state.matches.count > available
            ? state.matches.prefix(max(0, available - 1)) + ["\u{2026}"] : state.matches[...]
        for (index, folder) in matches.enumerated() {
            surface.write(folder, column: 1, row: line + 2 + index, style: theme.quiet, width: columns)
        }
    }

    var box: Rect? {
        let state = viewModel.state
        let listed = state.isEdited ? state.matches.count : state.recent.count
        return centeredBox(columns: 72, rows: min(3 + (listed == 0 ? 0 : listed + 1), size.rows - 1))
    }

    var bottomLine: BottomLine {
        let state = viewModel.state
        let last = FolderPromptViewModel.recentKeys[max(0, state.recent.count - 1)]
        let recent =
            state.recent.isEmpty || state.isEdited
            ? []
            : [
                Hint(
                    keys: state.recent.count == 1 ? [Key("a")] : [Key("a"), Key(last)],
                    label: localized("recent folder", context: "hint"))
            ]
        return context.bottomLine(
            [
                Hint(key: Key(.enter), label: localized("choose", context: "hint")),
                Hint(key: Key(.escape), label: localized("cancel", context: "hint")),
            ] + recent + [Hint(key: Key(.tab), label: localized("complete", context: "hint"))])
    }
}
