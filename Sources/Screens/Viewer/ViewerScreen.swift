import CellArt
import Localization
import TerminalUI

/// The viewer: one photo on the whole terminal, with a caption in the last line.
@MainActor
final class ViewerScreen: CommandScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: ViewerViewModel
    private(set) var context: ScreenContext
    let keyMap: KeyMap<ViewerCommand>

    private static let maxFailureLines = 3
    private static let minRowsWithHints = 4

    init(viewModel: ViewerViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.viewer.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func reload() {
        viewModel.reload()
    }

    func disappear() {
        viewModel.suspend()
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        arrange()
    }

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point):
            let isHeart = viewModel.state.isCaptionShown && Caption.heartPosition(in: size).contains(point)
            if let key = hintLine?.key(at: point) {
                handle(.key(key))
            } else if isHeart, context.notices.current == nil {
                viewModel.toggleFavorite()
            }
        case .scrollUp(let point): viewModel.change { $0.zoomIn(around: point) }
        case .scrollDown(let point): viewModel.change { $0.zoomOut(around: point) }
        case .drag(let columns, let rows): viewModel.change { $0.drag(columns: columns, rows: rows) }
        case .doubleClick: break
        }
    }

    func run(_ command: ViewerCommand) {
        switch command {
        case .next: viewModel.go(by: 1)
        case .previous: viewModel.go(by: -1)
        case .first: viewModel.goToFirst()
        case .last: viewModel.goToLast()
        case .slideshow: viewModel.toggleSlideshow()
        case .zoomIn: viewModel.change({ $0.zoomIn() }, orExplain: .maxZoom)
        case .zoomOut: viewModel.change({ $0.zoomOut() }, orExplain: .minZoom)
        case .fit: viewModel.change({ $0.fit() }, orExplain: .alreadyFitsScreen)
        case .actualSize: viewModel.change({ $0.showActualSize() }, orExplain: .alreadyActualSize)
        case .fill: viewModel.change({ $0.toggleFill() }, orExplain: .alreadyFitsScreen)
        case .rotate: viewModel.change({ $0.rotate() }, orExplain: .photoNotLoaded)
        case .rotateLeft: viewModel.change({ $0.rotateLeft() }, orExplain: .photoNotLoaded)
        case .pan(let direction): viewModel.pan(direction)
        case .keepView:
            viewModel.toggleKeepingView()
            // The caption would show the change.
            if !viewModel.state.isCaptionShown {
                context.notices.post(
                    .info(
                        viewModel.state.keepsView
                            ? localized("The next photos keep this view")
                            : localized("The next photos are fitted to the screen")), about: .view)
            }
        case .retry: viewModel.retry()
        case .share: viewModel.share(saving: false)
        case .save: viewModel.share(saving: true)
        case .favorite: viewModel.toggleFavorite()
        case .undo: viewModel.undoFavorite()
        case .details: viewModel.showInformation()
        case .caption:
            viewModel.toggleCaption()
            arrange()
        case .symbols(let step):
            let before = context.style.symbols
            let symbols = context.pictures.stepSymbols(by: step, on: appearance)
            guard symbols != before else {
                return context.notices.explain(step > 0 ? .finestSymbols : .coarsestSymbols)
            }
            context.notices.post(.info(symbols.notice), about: .symbols)
            arrange()
        case .back: viewModel.goBack()
        case .help: viewModel.showHelp(keyMap.helpEntries)
        }
    }

    func didPresent() {
        context.notices.didPresent()
        viewModel.didPresent()
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        let area = Rect(column: 0, row: 0, columns: size.columns, rows: pictureRows)
        if let picture = state.shown.picture {
            surface.place(picture, centeredIn: area)
        } else if let failure = state.shown.failure {
            let lines = UserFacingText.retriable(
                theme.failureSign + localized("Can't show this photo: \(failure)"), with: keyMap.label(for: .retry),
                columns: area.columns, rows: min(Self.maxFailureLines, area.rows), surface.repertoire)
            let top = (area.rows - lines.count + 1) / 2
            for (line, text) in lines.enumerated() {
                let indent = max(0, (area.columns - VisibleText(text).width(upTo: area.columns)) / 2)
                surface.write(text, column: indent, row: top + line, style: theme.failure)
            }
        }
        hintLine?.draw(on: &surface)
        let notices = context.notices.state
        if notices.current != nil {
            context.bottomLine([]).draw(on: &surface)
        } else if state.isCaptionShown {
            Caption(
                state: state, progress: notices.progress, nextKey: keyMap.label(for: .next),
                retryKey: keyMap.label(for: .retry), theme: theme
            ).draw(on: &surface)
        }
    }

    /// The hints over the last line of the photo, for a moment after opening the viewer and after a key without effect.
    private var hintLine: BottomLine? {
        let notices = context.notices.state
        guard viewModel.state.areHintsShown || notices.isExplanation else { return nil }
        let linesBelow =
            notices.current != nil ? context.bottomLine([]).lineCount : viewModel.state.isCaptionShown ? 1 : 0
        let rows = size.rows - linesBelow
        guard rows > Self.minRowsWithHints else { return nil }
        return BottomLine(
            notices: Notices.State(), hints: keyMap.hints(), theme: theme,
            size: Size(columns: size.columns, rows: rows),
            repertoire: appearance.repertoire)
    }

    private var pictureRows: Int {
        max(1, size.rows - (viewModel.state.isCaptionShown ? 1 : 0))
    }

    private func arrange() {
        viewModel.layOut(columns: size.columns, rows: pictureRows, style: context.style)
    }
}
