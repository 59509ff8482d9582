import CellArt
import Localization
import TerminalUI

/// A page of facts about an owner, a photo or the program.
@MainActor
final class DetailsScreen: ScrollingPage {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: DetailsViewModel
    let keyMap: KeyMap<LineScrollCommand>
    private(set) var context: ScreenContext
    var scroll: LineScroll
    let openingKeys: [Key]
    private var pane: DetailsPane?

    /// - Parameter command: the name of the command that opens the page.
    init(viewModel: DetailsViewModel, openedBy command: String, context: ScreenContext) {
        self.viewModel = viewModel
        openingKeys = context.keys.keys(ofAny: command)
        self.context = context
        scroll = LineScroll(hasCursor: context.isForReaders)
        keyMap = (viewModel.edit == nil ? KeyMap.page : .information).with(context.keys)
        viewModel.onStateChange = { [weak self] in
            self?.arrange()
            self?.onNeedsDisplay()
        }
    }

    /// Whether the user can change what the page shows.
    var isEditable: Bool { viewModel.edit != nil }

    func appear() {
        viewModel.appear()
    }

    func reload() {
        viewModel.reload()
    }

    func disappear() {
        viewModel.suspend()
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        viewModel.terminalChanged()
        arrange()
        viewModel.showPicture(pictureRequest)
    }

    func handle(_ event: InputEvent) {
        guard case .key(let key) = event, !scroll(by: key) else { return }
        if keyMap.command(for: key) == .edit {
            viewModel.edit?()
        } else if goesBack(key) {
            goBack()
        } else {
            explain(key)
        }
    }

    func goBack() {
        viewModel.goBack()
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        if let pictureRect { state.picture?.draw(in: pictureRect, on: &surface, theme: theme) }
        pane?.draw(scroll, on: &surface)
        if theme.isForReaders {
            surface.cursor = Position(column: 0, row: (pane?.firstRow ?? 0) + scroll.currentRow)
        }
        bottomLine.draw(on: &surface)
        guard let status, context.notices.current == nil else { return }
        let column = size.columns - VisibleText(status).width - 1
        surface.write(status, column: column, row: size.rows - 1, style: theme.quiet)
    }

    private var status: String? {
        if viewModel.state.isSlow { return localized("Loading more\u{2026}") }
        return viewModel.state.isRemoved ? PhotoNavigator.Position.removed : nil
    }

    var bottomLine: BottomLine {
        context.bottomLine(keyMap.hints(of: [.back, .edit]) + scrollHints)
    }

    /// The area of the picture; nil without one, or without room for it.
    private var pictureRect: Rect? {
        guard viewModel.hasPicture, !theme.isForReaders,
            let columns = DetailsPane.columns(besidePictureIn: size.columns)
        else { return nil }
        return Rect(column: 0, row: 0, columns: size.columns - columns, rows: max(0, size.rows - 1))
    }

    private var pictureRequest: TileRequest? {
        pictureRect.map { TileRequest(columns: $0.columns, rows: $0.rows, style: context.style) }
    }

    private func arrange() {
        let column = pictureRect?.endColumn ?? 0
        let pane = DetailsPane(
            viewModel.state.sheet,
            in: Rect(column: column, row: 0, columns: size.columns - column, rows: size.rows - 1),
            theme: theme,
            repertoire: appearance.repertoire)
        self.pane = pane
        pane.layOut(&scroll)
    }
}
