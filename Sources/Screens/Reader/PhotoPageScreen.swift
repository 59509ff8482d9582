import Albums
import Localization
import TerminalUI

/// The details of one photo as lines of text; the screen-reader replacement for the viewer.
///
/// Separate from the details page, because it has photo commands and moves through the list.
@MainActor
final class PhotoPageScreen: ViewerPresenting, ScrollingScreen {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: ViewerViewModel
    private(set) var context: ScreenContext
    let keyMap: KeyMap<ViewerCommand>
    let scrollKeys: KeyMap<LineScrollCommand>
    private var lines: [String] = []
    var scroll = LineScroll(hasCursor: true)

    init(viewModel: ViewerViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.photoPage.with(context.keys)
        scrollKeys = KeyMap.page.with(context.keys)
        viewModel.onStateChange = { [weak self] in
            self?.arrange()
            self?.onNeedsDisplay()
        }
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        arrange()
    }

    func press(_ key: Key) {
        if let command = keyMap.command(for: key) { return run(command) }
        if !scroll(by: key) { explainUnused(key) }
    }

    func handle(_ gesture: MouseGesture) {
        changeScroll { $0.handle(gesture) }
    }

    var photoScreen: PhotoScreen { .reader }

    func run(_ command: ViewerCommand) {
        switch command {
        case .next: viewModel.go(by: 1)
        case .previous: viewModel.go(by: -1)
        case .retry: viewModel.retry()
        case .back: viewModel.goBack()
        case .leave: viewModel.leave()
        default: break
        }
    }

    func draw(on surface: inout Surface) {
        if let photo = state.activePane.photo { surface.items = [photo.item] }
        surface.write(heading, column: 0, row: 0, style: theme.title, width: size.columns)
        for (row, line) in lines[scroll.visible].enumerated() {
            surface.write(line, column: 0, row: 1 + row, style: theme.text, width: size.columns)
        }
        surface.cursor = Position(column: 0, row: 1 + scroll.currentRow)
        bottomLine.draw(on: &surface)
    }

    var bottomLine: BottomLine {
        let mark = context.photoKeys.hints(of: [.mark])
        let hasVideo = state.activePane.photo?.movie != nil
        let play = hasVideo && !context.isPicking ? context.photoKeys.hints(of: [.play]) : []
        let share = haveOriginals ? context.photoKeys.hints(of: [.share]) : []
        return context.bottomLine(
            context.helpHints + keyMap.hints(of: viewModel.quits ? [.back, .leave] : [.back]) + context.pickHints
                + (context.isPicking ? mark : []) + play + keyMap.hints(of: [.next, .previous])
                + context.photoKeys.hints(of: [.favorite]) + share + (context.isPicking ? [] : mark))
    }

    /// `Dune, 3/48, favorite, marked`.
    private var heading: String {
        let (position, pane) = (state.position, state.activePane)
        return UserFacingText.list(
            [
                pane.photo?.title, position.isRemoved ? PhotoNavigator.Position.removed : position.text,
                pane.isFavorite ? localized("favorite") : nil,
                pane.isMarked ? localized("marked") : nil,
                UserFacingText.assessment(pane.assessment),
            ].compactMap { $0 })
    }

    private func arrange() {
        if let failure = state.activePane.shown.failure {
            lines = retriable(UserFacingText.sentence(failure), with: .retry)
        } else if let partialFailure = state.position.partialFailure {
            lines = retriable(partialFailure, with: .next)
        } else {
            lines = (state.activePane.text?.details ?? []).flatMap {
                VisibleText("\($0.label): \($0.value)", repertoire: appearance.repertoire)
                    .wrapped(columns: size.columns, rows: 20)
            }
        }
        scroll.layOut(count: lines.count, height: size.rows - 2)
    }

    private func retriable(_ failure: String, with command: ViewerCommand) -> [String] {
        UserFacingText.retriable(
            failure, with: keyMap.label(for: command), columns: size.columns, rows: max(1, size.rows - 2),
            appearance.repertoire)
    }
}

extension KeyMap<ViewerCommand> {
    static let photoPage = KeyMap(
        "reader",
        [
            KeyBinding([Key(.escape)], .back, in: .move, help: "Go back", hint: "back"),
            KeyBinding(
                [Key("q")], .leave, in: .program, help: "Go back or quit", hint: "quit", synonyms: "exit, close"),
            KeyBinding([Key("n"), Key(.pageDown), Key(.right)], .next, in: .move, help: "Next photo", hint: "next"),
            KeyBinding(
                [Key("p"), Key(.pageUp), Key(.left), Key(.backspace)], .previous, in: .move, help: "Previous photo",
                hint: "previous"),
            KeyBinding([Key("r")], .retry, in: .program, help: "Retry or reload"),
        ])
}
