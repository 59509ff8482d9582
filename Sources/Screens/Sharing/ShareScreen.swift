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
        }
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        // The first frame usually precedes the options, and an empty box would only flicker.
        if !isOverlay || state.isSlow || !state.isChoosing || !state.options.isEmpty {
            draw(on: &surface, title: title) { drawInside(of: state, on: &$0) }
        }
        bottomLine.draw(on: &surface)
    }

    private var title: String {
        let state = viewModel.state
        let verb =
            state.isChoosing ? localized("Share", context: "heading") : localized("Save", context: "heading")
        // An earlier operation may still be saving other photos.
        return "\(verb) \(state.progress?.title ?? UserFacingText.title(of: state.photos.photos))"
    }

    private func drawInside(of state: ShareState, on surface: inout Surface) {
        if state.path.isTyping {
            drawPath(of: state, on: &surface)
        } else if let progress = state.progress {
            surface.write(progress.sentence, column: 1, row: firstRow, style: theme.text)
        } else if state.isSlow {
            surface.write(Self.loading, column: 1, row: firstRow, style: theme.quiet)
        } else {
            drawChoices(on: &surface) { choice, row, style, surface in
                draw(state.options[choice], of: state, row: row, style: style, on: &surface)
            }
            let top = firstRow + state.options.count + 1
            let rows = isOverlay ? surface.size.rows - top : size.rows - top - 2
            for (line, text) in textLines(columns: surface.size.columns - 2, rows: rows).enumerated() {
                surface.write(text, column: 1, row: top + line, style: theme.quiet)
            }
        }
    }

    private static var loading: String { localized("Loading photos\u{2026}") }

    /// The box around the actions, the path or the progress.
    var box: Rect? {
        let state = viewModel.state
        func width(_ text: String) -> Int { VisibleText(text, repertoire: appearance.repertoire).width }
        if state.path.isTyping {
            return box(columns: Self.pathColumns, lines: 1 + (state.folders.isEmpty ? 0 : 1 + state.folders.count))
        } else if let progress = state.progress {
            return box(columns: width(progress.sentence), lines: 1)
        } else if state.isSlow || state.options.isEmpty {
            return box(columns: width(Self.loading), lines: 1)
        }
        let labels = state.options.map { width(localized(state.photos.label(for: $0, canOpen: state.canOpen))) + 5 }
        let rows = maxBoxLines - state.options.count - 1
        let longest = textLines(columns: size.columns - 6, rows: rows).map(width).max() ?? 0
        let columns = max(labels.max() ?? 0, longest)
        guard let wide = box(columns: columns, lines: 1) else { return nil }
        let text = textLines(columns: wide.columns - 4, rows: rows)
        return box(columns: columns, lines: state.options.count + (text.isEmpty ? 0 : 1 + text.count))
    }

    /// The columns of the box with the path.
    private static let pathColumns = 72

    var bottomLine: BottomLine {
        let keyMap = keyMap
        return context.bottomLine(
            viewModel.isChoosing
                ? keyMap.hints(of: [.back, .chooseSelection]) + context.helpHints : keyMap.hints())
    }

    /// The links and paths themselves, so that users without a clipboard can select them with the mouse. If not all of
    /// them fit, the last line counts the others.
    private func textLines(columns: Int, rows: Int) -> [String] {
        let photos = viewModel.state.photos
        let count = photos.locations.count
        var lines: [String] = []
        for index in 0..<count {
            // Limit the text to the capacity of the screen, at up to four bytes per column.
            let text = String(decoding: photos.text(at: index).prefix(4 * size.columns * size.rows), as: UTF8.self)
            let more = text.split(separator: "\n").flatMap {
                VisibleText(String($0), repertoire: appearance.repertoire).wrapped(columns: columns, rows: 4)
            }
            guard lines.count + more.count <= (index + 1 == count ? rows : rows - 1) else {
                guard index > 0 else { return Array(more.prefix(max(0, rows))) }
                let others = count - index
                return lines + [localized(others, one: "and \(others) more", other: "and \(others) more")]
            }
            lines += more
        }
        return lines
    }

    private func drawPath(of state: ShareState, on surface: inout Surface) {
        let columns = surface.size.columns
        let prompt = (state.photos.files.count == 1 ? localized("Save as:") : localized("Save in:")) + " "
        let indent = 1 + VisibleText(prompt, repertoire: surface.repertoire).width
        state.path.draw(on: &surface, prompt: prompt, column: 1, row: firstRow, width: columns - 2, theme: theme)
        let maxFolders = max(1, isOverlay ? surface.size.rows - 2 : size.rows - firstRow - 3)
        let folders =
            state.folders.count > maxFolders ? state.folders.prefix(maxFolders - 1) + ["\u{2026}"] : state.folders
        for (line, folder) in folders.enumerated() {
            surface.write(
                folder, column: indent, row: firstRow + 2 + line, style: theme.quiet, width: columns - indent - 1)
        }
    }

    private func draw(_ option: ShareOption, of state: ShareState, row: Int, style: Style, on surface: inout Surface) {
        let column = isOverlay ? 3 : 2
        let isSelected = style == theme.selected
        surface.write(
            keyMap.label(for: .choose(option)), column: column, row: row,
            style: isOverlay && isSelected ? style : theme.accent, width: 1)
        surface.write(
            " \(localized(state.photos.label(for: option, canOpen: state.canOpen))) ", column: column + 1, row: row,
            style: style, width: surface.size.columns - column - 2)
    }
}

extension PhotoSaving.Progress {
    /// The progress in a separate line.
    fileprivate var sentence: String { text.prefix(1).uppercased() + text.dropFirst() }
}
