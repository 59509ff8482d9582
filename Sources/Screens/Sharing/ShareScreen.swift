import Albums
import Localization
import TerminalUI

/// The share sheet: a list of options for one or several photos.
@MainActor
final class ShareScreen: ListScreen {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: ShareViewModel
    var context: ScreenContext
    /// The texts that have been wrapped.
    private var wrappedTexts: [TextKey: [String]] = [:]

    private struct TextKey: Hashable {
        let columns: Int
        let isCommand: Bool
        let count: Int
        let firstLink: String?
    }

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
        case .move(let move) where move == .pageUp || move == .pageDown:
            let area = textArea
            if viewModel.isChoosing, textLines(columns: area.columns).count > area.rows {
                viewModel.turnPage(by: move == .pageUp ? -1 : 1)
            } else {
                viewModel.move(move)
            }
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
            for (line, text) in shownText(in: textArea).enumerated() {
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
        // The same box for all options, so that nothing moves.
        let commands = state.options.contains(.scp) ? [false, true] : [false]
        let longest = commands.flatMap { textLines(columns: size.columns - 6, isCommand: $0) }.map(width).max() ?? 0
        let columns = max(labels.max() ?? 0, longest)
        guard let wide = box(columns: columns, lines: 1) else { return nil }
        let rows = commands.map { textLines(columns: wide.columns - 4, isCommand: $0).count }.max() ?? 0
        return box(columns: columns, lines: state.options.count + (rows > 0 ? 1 + rows : 0))
    }

    /// The columns of the box with the path.
    private static let pathColumns = 72

    var bottomLine: BottomLine {
        let keyMap = keyMap
        return context.bottomLine(
            viewModel.isChoosing
                ? keyMap.hints(of: [.back, .chooseSelection]) + context.helpHints : keyMap.hints())
    }

    /// The text of the selected option, so that users see it before they share it, and can select it with the mouse. A text
    /// that doesn't fit has pages.
    private func shownText(in area: Size) -> [String] {
        let lines = textLines(columns: area.columns)
        guard lines.count > area.rows, area.rows > 1 else { return Array(lines.prefix(max(0, area.rows))) }
        let (page, pages) = (viewModel.state.page, (lines.count - 1) / (area.rows - 1) + 1)
        let number = (page % pages + pages) % pages
        let shown = lines.dropFirst(number * (area.rows - 1)).prefix(area.rows - 1)
        let key = keyMap.label(for: .move(.pageDown))
        return Array(shown) + Array(repeating: "", count: area.rows - 1 - shown.count)
            + ["\(UserFacingText.position(number + 1, of: pages)) \u{00B7} \(key)"]
    }

    /// The area below the options.
    private var textArea: Size {
        let rows = viewModel.state.options.count + 1
        return box.map { Size(columns: $0.columns - 4, rows: $0.rows - 2 - rows) }
            ?? Size(columns: size.columns - 2, rows: size.rows - firstRow - rows - 2)
    }

    /// The `scp` command while its option is selected, or else the links and paths.
    private func textLines(columns: Int) -> [String] {
        let state = viewModel.state
        let isCommand =
            state.options.indices.contains(state.cursor.selection) && state.options[state.cursor.selection] == .scp
        return textLines(columns: columns, isCommand: isCommand)
    }

    private func textLines(columns: Int, isCommand: Bool) -> [String] {
        let photos = viewModel.state.photos
        let key = TextKey(
            columns: columns, isCommand: isCommand, count: photos.locations.count, firstLink: photos.links.first)
        if let known = wrappedTexts[key] { return known }
        func wrapped(_ text: Substring) -> [String] {
            VisibleText(String(text), repertoire: appearance.repertoire)
                .wrapped(columns: columns, rows: Self.maxTextRows)
        }
        var lines: [String] = []
        if isCommand {
            let line = String(decoding: photos.scpLine ?? [], as: UTF8.self)
            for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                let joined = (lines.last.map { $0 + " " } ?? "") + word
                if VisibleText(joined, repertoire: appearance.repertoire).width(upTo: columns + 1) <= columns {
                    _ = lines.popLast()
                    lines.append(joined)
                } else {
                    lines += wrapped(word)
                }
            }
        } else {
            lines = photos.locations.indices.flatMap { index in
                String(decoding: photos.text(at: index), as: UTF8.self).split(separator: "\n").flatMap(wrapped)
            }
        }
        wrappedTexts[key] = lines
        return lines
    }

    /// The maximum number of lines for a path or link.
    private static let maxTextRows = 100

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
