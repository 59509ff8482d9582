import Localization
import TerminalUI

/// Commands available when the user quits while work in the background is in progress.
enum QuitCommand: Hashable, Sendable {
    case quitNow, stay
}

extension KeyMap<QuitCommand> {
    static let quitting = KeyMap(
        nil,
        [
            KeyBinding([Key("q")], .quitNow, help: "Stop and quit", hint: "stop and quit"),
            KeyBinding([Key(.escape)], .stay, help: "Stay", hint: "stay"),
        ])
}

/// Asks whether to quit while work in the background is in progress.
@MainActor
final class QuitScreen: NoticeScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: QuitViewModel
    private(set) var context: ScreenContext

    init(viewModel: QuitViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
    }

    func handle(_ event: InputEvent) {
        guard case .key(let key) = event else { return }
        switch KeyMap.quitting.command(for: key) {
        case .quitNow: viewModel.quitNow()
        case .stay: viewModel.stay()
        case nil: break
        }
    }

    func draw(on surface: inout Surface) {
        let width = size.columns - 2
        surface.write(localized("Still working"), column: 1, row: 0, style: theme.title, width: width)
        if let progress = viewModel.state.progress {
            surface.write(progress, column: 1, row: 2, style: theme.text, width: width)
        }
        surface.write(
            localized("Tintype will quit when this is done."), column: 1, row: 4, style: theme.quiet, width: width)
        if theme.isForReaders { surface.cursor = Position(column: 0, row: 2) }
        bottomLine.draw(on: &surface)
    }

    var bottomLine: BottomLine {
        context.bottomLine(KeyMap.quitting.hints())
    }
}
