import Albums
import Localization
import TerminalUI

/// The share sheet: a list of options for one or several photos.
@MainActor
final class ShareScreen: MenuScreen {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: ShareViewModel
    var context: ScreenContext

    init(viewModel: ShareViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func appear() {
        viewModel.locate()
    }

    var isTyping: Bool { viewModel.state.path.isTyping }

    func changeText(_ change: (inout TextField) -> Void) {
        viewModel.changePath(change)
    }

    var keyMap: KeyMap<ShareCommand> { KeyMap.share(viewModel.state).with(context.keys) }

    func run(_ command: ShareCommand) {
        switch command {
        case .choose(let option): viewModel.choose(option)
        case .move(let move): viewModel.move(move)
        case .chooseSelection: viewModel.chooseSelection()
        case .completePath: viewModel.completePath()
        case .cancelSaving: viewModel.cancelSaving()
        case .back: viewModel.goBack()
        case .help: viewModel.showHelp(keyMap.helpEntries)
        }
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        // An earlier operation may still be saving other photos.
        let title = state.progress?.title ?? UserFacingText.title(of: state.photos.photos)
        let used = surface.write(
            (state.isChoosing ? localized("Share", context: "heading") : localized("Save", context: "heading")) + " ",
            column: 1, row: 0, style: theme.quiet)
        surface.write(title, column: 1 + used, row: 0, style: theme.title, width: surface.size.columns - used - 2)
        if state.path.isTyping {
            drawPath(of: state, on: &surface)
        } else if let progress = state.progress {
            surface.write(
                progress.text.prefix(1).uppercased() + progress.text.dropFirst(), column: 1, row: Self.headerRows,
                style: theme.text)
        } else if state.isSlow {
            surface.write(
                localized("Loading photos\u{2026}"), column: 1, row: Self.headerRows, style: theme.quiet)
        } else {
            drawChoices(on: &surface) { choice, row, style, surface in
                draw(state.options[choice], of: state, row: row, style: style, on: &surface)
            }
            drawText(of: state, below: Self.headerRows + state.options.count + 1, on: &surface)
        }
        bottomLine.draw(on: &surface)
    }

    var bottomLine: BottomLine {
        context.bottomLine(keyMap.hints())
    }

    /// Draws the links and paths themselves, so that users without a clipboard can select them with the mouse.
    private func drawText(of state: ShareState, below top: Int, on surface: inout Surface) {
        // Limit the text to the capacity of the screen, at up to four bytes per column.
        let text = state.photos.text(ofFirst: surface.size.rows).prefix(4 * surface.size.columns * surface.size.rows)
        let lines = String(decoding: text, as: UTF8.self)
            .split(separator: "\n").prefix(surface.size.rows)
            .flatMap {
                VisibleText(String($0), repertoire: surface.repertoire)
                    .wrapped(columns: surface.size.columns - 2, rows: 4)
            }
        for (line, text) in lines.prefix(max(0, surface.size.rows - top - 2)).enumerated() {
            surface.write(text, column: 1, row: top + line, style: theme.quiet)
        }
    }

    private func drawPath(of state: ShareState, on surface: inout Surface) {
        let columns = surface.size.columns
        let prompt = (state.photos.photos.count == 1 ? localized("Save as:") : localized("Save in:")) + " "
        let indent = 1 + VisibleText(prompt, repertoire: surface.repertoire).width
        state.path.draw(
            on: &surface, prompt: prompt, column: 1, row: Self.headerRows, width: columns - 2, theme: theme)
        let maxFolders = max(1, surface.size.rows - Self.headerRows - 3)
        let folders =
            state.folders.count > maxFolders ? state.folders.prefix(maxFolders - 1) + ["\u{2026}"] : state.folders
        for (line, folder) in folders.enumerated() {
            surface.write(
                folder, column: indent, row: Self.headerRows + 2 + line, style: theme.quiet,
                width: columns - indent - 1)
        }
    }

    private func draw(_ option: ShareOption, of state: ShareState, row: Int, style: Style, on surface: inout Surface) {
        surface.write(keyMap.label(for: .choose(option)), column: 2, row: row, style: theme.accent, width: 1)
        surface.write(
            " \(localized(state.photos.label(for: option, canOpen: state.canOpen))) ", column: 3, row: row,
            style: style)
    }
}
