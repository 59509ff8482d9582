import Albums
import Localization
import TerminalUI

/// Everything the folder prompt shows.
struct FolderPromptState: Sendable {
    let title: String
    /// The folders used last.
    let recent: [String]
    /// The index of the recent folder that Enter chooses instead of the path.
    var selection: Int?
    var path = TextField(.prompt)
    /// The folders that can complete the path; they are listed in place of the recent ones.
    var matches: [String] = []

    /// The recent folders, unless others are listed.
    var choices: [String] { matches.isEmpty ? recent : [] }
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

    /// Handles a key: the arrows select a recent folder, and all other keys edit the path.
    ///
    /// No letter chooses a folder, because the first letter of a typed path would then move the photos.
    func press(_ key: Key) {
        switch key {
        case Key(.up): move(-1)
        case Key(.down): move(1)
        case Key(.tab): complete()
        case Key(.enter): if let index = state.selection { actions.choose(state.recent[index]) } else { edit(key) }
        default: edit(key)
        }
    }

    /// Moves the selection in the recent folders; above the first one, Enter chooses the path again.
    private func move(_ distance: Int) {
        guard let selection = state.selection else {
            guard distance > 0, !state.choices.isEmpty else { return notices.explain(.nothingMoreThisWay) }
            return state.selection = 0
        }
        guard selection + distance < state.choices.count else { return notices.explain(.nothingMoreThisWay) }
        state.selection = selection + distance < 0 ? nil : selection + distance
    }

    private func edit(_ key: Key) {
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
        new.selection = nil
        let response = change(&new.path)
        if let reason = response.noEffect(ifUnused: unused) { notices.explain(reason) }
        guard new.path.isTyping else {
            return new.path.text.isEmpty ? goBack() : actions.choose(new.path.text)
        }
        if new.path.text != state.path.text { new.matches = [] }
        state = new
    }

    /// Completes the folder name before the cursor; lists several matches.
    private func complete() {
        state.selection = nil
        completion.complete(state.path) { [weak self] in
            self?.state.path
        } show: { [weak self] path, matches in
            guard let self else { return }
            var new = state
            (new.path, new.matches, new.selection) = (path, matches, nil)
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
        state.path.draw(
            on: &surface, prompt: localized("Folder:") + " ", column: 1, row: row, width: columns, theme: theme)
        let available = max(0, rows - 2)
        guard state.matches.isEmpty else {
            let matches =
                state.matches.count > available
                ? state.matches.prefix(max(0, available - 1)) + ["\u{2026}"] : state.matches[...]
            for (index, folder) in matches.enumerated() {
                surface.write(folder, column: 1, row: row + 2 + index, style: theme.quiet, width: columns)
            }
            return
        }
        let first = max(0, (state.selection ?? 0) + 1 - available)
        for (line, index) in state.recent.indices.dropFirst(first).prefix(available).enumerated() {
            let isSelected = index == state.selection
            if isSelected { select(row: row + 2 + line, on: &surface) }
            surface.write(
                state.recent[index], column: 3, row: row + 2 + line, style: isSelected ? theme.selected : theme.text,
                width: columns - 2)
        }
    }

    private func select(row: Int, on surface: inout Surface) {
        // A screen reader reads the line of the cursor.
        if theme.isForReaders { surface.cursor = nil }
        surface.markSelected(row: row, theme: theme, isWhole: isOverlay)
    }

    var box: Rect? {
        let state = viewModel.state
        let listed = state.matches.isEmpty ? state.recent.count : state.matches.count
        return centeredBox(columns: 72, rows: min(3 + (listed == 0 ? 0 : listed + 1), size.rows - 1))
    }

    var bottomLine: BottomLine {
        let recent = Hint(keys: [Key(.up), Key(.down)], label: localized("recent folder", context: "hint"))
        return context.bottomLine(
            [
                Hint(key: Key(.enter), label: localized("choose", context: "hint")),
                Hint(key: Key(.escape), label: localized("cancel", context: "hint")),
            ] + (viewModel.state.choices.isEmpty ? [] : [recent])
                + [Hint(key: Key(.tab), label: localized("complete", context: "hint"))])
    }
}
