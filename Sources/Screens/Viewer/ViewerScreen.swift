import Albums
import CellArt
import Localization
import TerminalUI

/// The viewer: one photo on the whole terminal, with a caption in the last line. Details are in a panel beside it, or
/// replace it on a narrow terminal.
@MainActor
final class ViewerScreen: CommandScreen, PhotoChoosing {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: ViewerViewModel
    private(set) var context: ScreenContext
    var keyMap: KeyMap<ViewerCommand> { isPage ? pageKeyMap : photoKeyMap }
    private let photoKeyMap: KeyMap<ViewerCommand>
    /// The keys while a page of details hides the photo.
    private let pageKeyMap: KeyMap<ViewerCommand>
    /// The keys of the page of details.
    private let scrollKeys: KeyMap<LineScrollCommand>
    private var pane: DetailsPane?

    private static let maxFailureLines = 3

    init(viewModel: ViewerViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        photoKeyMap = KeyMap.viewer.with(context.keys)
        pageKeyMap = photoKeyMap.filtered(Self.worksOnPage)
        scrollKeys = KeyMap.page.with(context.keys)
        viewModel.onStateChange = { [weak self] in
            self?.arrangeDetails()
            self?.onNeedsDisplay()
        }
    }

    func reload() {
        viewModel.reload()
    }

    func appear() {
        viewModel.appear()
    }

    func overlayOpened() {
        viewModel.overlayOpened()
    }

    func disappear() {
        viewModel.suspend()
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        arrange()
    }

    func handle(_ event: InputEvent) {
        guard case .key(let key) = event else { return }
        if isPage { pressOnPage(key) } else { press(key) }
    }

    /// Handles a key on the page of details: arrow keys scroll, and no key changes the hidden photo.
    private func pressOnPage(_ key: Key) {
        var isUsed = false
        viewModel.details?.changeScroll { isUsed = $0.handle(key, in: scrollKeys) }
        if isUsed {
            if let noEffect = viewModel.details?.state.scroll.noEffect { context.notices.explain(noEffect) }
            return
        }
        press(key)
    }

    /// Whether a command makes sense on the page of details, which hides the photo.
    private static func worksOnPage(_ command: ViewerCommand) -> Bool {
        switch command {
        case .pan, .next, .previous, .details, .retry, .back, .leave: true
        default: false
        }
    }

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point): click(at: point)
        case .doubleClick(let point): doubleClick(at: point)
        case .controlClick: viewModel.actions.run(.mark)
        case .scrollUp(let point), .scrollDown(let point):
            if pane?.rect.contains(point) == true {
                viewModel.details?.changeScroll { _ = $0.handle(gesture) }
            } else if case .scrollUp = gesture {
                viewModel.change { $0.zoomIn(around: point) }
            } else {
                viewModel.change { $0.zoomOut(around: point) }
            }
        case .drag(let columns, let rows): if !isPage { viewModel.change { $0.drag(columns: columns, rows: rows) } }
        case .rightClick: break
        }
    }

    func key(at point: Position) -> Key? {
        let hints = pane == nil ? hintLine : isCaptionDrawn ? caption.hintLine(in: size, appearance.repertoire) : nil
        return hints?.key(at: point)
    }

    private func click(at point: Position) {
        if heartPosition?.contains(point) == true {
            viewModel.actions.run(.favorite)
        } else if isPage {
            run(.details)
        } else if point.row < size.rows - bottomLine.lineCount, pane?.rect.contains(point) != true {
            clickOnPhoto(at: point)
        }
    }

    /// Switches between actual size and the whole photo, at the pointer. Where a click steps to another photo, steps
    /// again.
    private func doubleClick(at point: Position) {
        let isMiddle = pansSideways || (pictureColumns / 3..<pictureColumns - pictureColumns / 3).contains(point.column)
        guard isMiddle, !isPage, point.row < pictureRows, pane?.rect.contains(point) != true else {
            return click(at: point)
        }
        viewModel.change { $0.toggleActualSize(around: point) }
    }

    /// Shows the hints. In the left or right third of a photo that can't be dragged, also steps to another photo.
    private func clickOnPhoto(at point: Position) {
        viewModel.showHints()
        guard !pansSideways else { return }
        switch point.column {
        case ..<(pictureColumns / 3): run(.previous)
        case (pictureColumns - pictureColumns / 3)...: run(.next)
        default: break
        }
    }

    /// The cells of the favorite sign, in the details or in the caption; nil while it's hidden.
    private var heartPosition: Rect? {
        if let pane { return Rect(column: pane.rect.column + 1, row: pane.rect.row, columns: 2, rows: 1) }
        guard isCaptionDrawn else { return nil }
        return Caption.heartPosition(in: size)
    }

    var photoScreen: PhotoScreen { .viewer }
    var shown: ShownLibrary { viewModel.shown }
    var actsOnMarked: Bool { false }
    var haveOriginals: Bool { viewModel.hasOriginal }
    // The caption and the page of details show marks.
    var showsMarks: Bool { viewModel.state.isCaptionShown || isPage }

    var position: PhotoPosition { viewModel.navigator.listPosition }

    func currentPhoto() throws(NoEffect) -> Photo { try viewModel.currentPhoto() }

    // A notice would hide the caption.
    var showsAssessments: Bool { isCaptionDrawn }

    func annotationsChanged() {
        viewModel.annotationsChanged()
    }

    func selectNext() {
        viewModel.selectNext()
    }

    func reveal(_ ids: [Photo.ID]) {
        viewModel.navigator.reveal(ids)
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
        case .actualSize: viewModel.toggleActualSize()
        case .fill: viewModel.change({ $0.toggleFill() }, orExplain: .alreadyFitsScreen)
        case .rotate: viewModel.change({ $0.rotate() }, orExplain: .photoNotLoaded)
        case .rotateLeft: viewModel.change({ $0.rotateLeft() }, orExplain: .photoNotLoaded)
        case .pan(.left) where isPage: viewModel.go(by: -1)
        case .pan(.right) where isPage: viewModel.go(by: 1)
        case .pan(let direction): viewModel.pan(direction)
        case .otherFile: viewModel.showOtherFile()
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
        case .peaking: viewModel.togglePeaking()
        case .retry: viewModel.retry()
        case .details:
            viewModel.toggleDetails()
            arrange()
        case .caption:
            viewModel.toggleCaption()
            arrange()
        case .symbols(let step): context.changeSymbols(by: step) { arrange() }
        case .back: if viewModel.state.details != nil { run(.details) } else { viewModel.goBack() }
        case .leave: if viewModel.state.details != nil { run(.details) } else { viewModel.leave() }
        }
    }

    func didDeliver(_ items: Set<OpaqueID>) {
        viewModel.didDeliver(items)
    }

    func didPresent() {
        context.notices.didPresent()
        viewModel.didPresent()
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        if let photo = state.position.photo, isPage || state.showsPhoto { surface.items = [photo.item] }
        if !isPage { drawPhoto(state, on: &surface) }
        if let pane, let details = state.details { pane.draw(details.scroll, on: &surface) }
        hintLine?.draw(on: &surface)
        if isCaptionDrawn {
            caption.draw(on: &surface)
        } else if context.notices.current != nil {
            bottomLine.draw(on: &surface)
        }
    }

    /// The notices; hints are above it.
    var bottomLine: BottomLine { context.bottomLine([]) }

    /// Whether the last line has the caption.
    private var isCaptionDrawn: Bool {
        let notices = context.notices.state
        return (notices.current == nil || notices.isAboutEarlyKeys) && (viewModel.state.isCaptionShown || isPage)
    }

    private func drawPhoto(_ state: ViewerState, on surface: inout Surface) {
        let area = Rect(column: 0, row: 0, columns: pictureColumns, rows: pictureRows)
        if state.shown.viewport?.showsWhole == false { surface.centers = [area.center] }
        if let next = state.nextPicture { surface.ahead = [next] }
        if let picture = state.shown.picture {
            surface.place(picture, centeredIn: area)
            if state.isCaptionShown, let viewport = state.shown.viewport {
                ZoomLocator(viewport, in: area)?.draw(on: &surface, theme: theme)
            }
        } else if let failure = state.shown.failure {
            if let photo = state.shownFile, photo.video != nil {
                return drawVideo(photo, without: failure, on: &surface, in: area)
            }
            let lines = UserFacingText.retriable(
                theme.failureSign + localized("Can't show this photo: \(UserFacingText.failure(failure))"),
                with: keyMap.label(for: .retry),
                columns: area.columns, rows: min(Self.maxFailureLines, area.rows), surface.repertoire)
            surface.write(lines, centeredIn: area, row: (area.rows - lines.count + 1) / 2, style: theme.failure)
        }
    }

    /// Draws the sign of a video without a frame, and the reason.
    private func drawVideo(_ video: Photo, without failure: any Error, on surface: inout Surface, in area: Rect) {
        let reason = VisibleText(UserFacingText.sentence(failure), repertoire: surface.repertoire)
            .wrapped(columns: area.columns, rows: min(Self.maxFailureLines, max(0, area.rows - 2)))
        let lines = [Video.symbol, video.video?.playingTime ?? ""].filter { !$0.isEmpty } + reason
        surface.write(lines, centeredIn: area, row: max(0, (area.rows - lines.count) / 2), style: theme.quiet)
    }

    private var caption: Caption {
        Caption(
            state: viewModel.state, progress: context.notices.state.progress, nextKey: keyMap.label(for: .next),
            retryKey: keyMap.label(for: .retry), remark: context.notices.current?.text, hints: detailsHints,
            isPhotoHidden: isPage, labels: context.labels, theme: theme)
    }

    /// The hints while details are shown.
    private var detailsHints: [Hint] {
        guard let details = viewModel.state.details else { return [] }
        let close = localized("close", context: "hint")
        let scroll = scrollKeys.scrollHints(in: details.scroll)
        func hints(_ command: ViewerCommand) -> [Hint] { keyMap.hints(of: [command], renamed: [.back: close]) }
        let others = pansSideways ? [] : hints(.pan(.left))
        // On a page, the rest of the text is more important than help.
        return isPage && !scroll.isEmpty
            ? hints(.back) + scroll + context.helpHints + others
            : context.helpHints + hints(.back) + others + scroll
    }

    /// The hints over the last line of the photo, for a moment after opening the viewer and after a key without effect.
    private var hintLine: BottomLine? {
        let notices = context.notices.state
        guard pane == nil, !viewModel.state.isCovered,
            viewModel.state.areHintsShown || notices.isExplanation
        else { return nil }
        let linesBelow =
            isCaptionDrawn ? 1 : notices.current != nil ? bottomLine.lineCount : 0
        let isOnly = viewModel.state.position.counts.map { $0.isEndKnown && $0.matching == 1 } ?? false
        var hints = context.helpHints + keyMap.hints(of: [.back]) + context.pickHints
        if context.isPicking { hints += context.photoKeys.hints(of: [.mark]) }
        if viewModel.quits { hints += keyMap.hints(of: [.leave]) }
        if !isOnly, !pansSideways { hints += keyMap.hints(of: [.pan(.left)]) }
        if viewModel.state.shown.failure == nil { hints += keyMap.hints(of: [.zoomIn]) }
        if viewModel.hasVideo, !context.isPicking { hints += context.photoKeys.hints(of: [.play]) }
        if viewModel.isAssessable, !context.isPicking { hints += context.photoKeys.hints(of: [.rate(1), .reject]) }
        let slideshow = isOnly ? [] : keyMap.hints(of: [.slideshow], renamed: slideshowLabel)
        let details = keyMap.hints(of: [.details])
        // At 80 columns, the hints for ratings leave room for only one of these.
        let isCulling = viewModel.isAssessable && viewModel.state.slideshow == .off
        hints += isCulling ? details + slideshow : slideshow + details
        hints += context.photoKeys.hints(of: [.favorite])
        if haveOriginals { hints += context.photoKeys.hints(of: [.share]) }
        return context.hintLine(hints, above: linesBelow)
    }

    /// Whether the arrow keys pan instead of showing another photo.
    private var pansSideways: Bool { viewModel.state.shown.viewport?.pansSideways == true }

    /// The label of the slideshow's hint once it has started.
    private var slideshowLabel: [ViewerCommand: String] {
        switch viewModel.state.slideshow {
        case .off: [:]
        case .running: [.slideshow: localized("pause", context: "hint")]
        case .paused: [.slideshow: localized("resume", context: "hint")]
        }
    }

    private var pictureRows: Int {
        let isWithoutLastRow = context.style.cell != nil && !appearance.showsPixelsInLastRow
        return max(1, size.rows - (viewModel.state.isCaptionShown || isWithoutLastRow ? 1 : 0))
    }

    /// Whether details cover the photo, on a narrow terminal.
    private var isPage: Bool { viewModel.state.details != nil && panelColumns == nil }

    private var panelColumns: Int? { DetailsPane.columns(besidePictureIn: size.columns) }

    /// The area of the details; nil while hidden.
    private var detailsRect: Rect? {
        guard viewModel.state.details != nil else { return nil }
        guard let columns = panelColumns else {
            return Rect(column: 0, row: 0, columns: size.columns, rows: size.rows - 1)
        }
        return Rect(column: size.columns - columns, row: 0, columns: columns, rows: pictureRows)
    }

    private var pictureColumns: Int { isPage ? size.columns : size.columns - (detailsRect?.columns ?? 0) }

    private func arrange() {
        pane = nil
        arrangeDetails()
        viewModel.layOut(columns: pictureColumns, rows: pictureRows, style: context.style, isPhotoHidden: isPage)
    }

    private func arrangeDetails() {
        guard let rect = detailsRect, let sheet = viewModel.state.details?.sheet else {
            pane = nil
            return
        }
        let sign = viewModel.state.isFavorite ? PhotoTile.heart : PhotoTile.noHeart
        let isCurrent = pane.map { $0.sheet == sheet && $0.rect == rect && $0.sign == sign } == true
        if !isCurrent {
            pane = DetailsPane(sheet, sign: sign, in: rect, theme: theme, repertoire: appearance.repertoire)
        }
        if let pane { viewModel.details?.changeScroll { pane.layOut(&$0) } }
    }
}

extension Surface {
    /// Writes lines of text one below the other, each in the middle of a rectangle's columns.
    mutating func write(_ lines: [String], centeredIn rect: Rect, row: Int, style: Style) {
        for (line, text) in lines.enumerated() {
            let indent = max(0, (rect.columns - VisibleText(text).width(upTo: rect.columns)) / 2)
            write(text, column: rect.column + indent, row: row + line, style: style)
        }
    }
}

/// Commands of the viewer.
enum ViewerCommand: Hashable, Sendable {
    case next, previous, first, last, slideshow
    case zoomIn, zoomOut, fit, fill, actualSize, rotate, rotateLeft, keepView, peaking
    case otherFile, caption, details, retry, back, leave
    /// Switches the characters for drawing: finer ones for a positive step, coarser ones for a negative step.
    case symbols(step: Int)
    /// Pans; to the left or right, moves to another photo if nothing can be panned.
    case pan(Viewport.Direction)
}

extension KeyMap<ViewerCommand> {
    static let viewer = KeyMap(
        "viewer",
        [
            KeyBinding([Key(.escape)], .back, in: .move, help: "Go back", hint: "grid"),
            KeyBinding(
                [Key("q")], .leave, in: .program, help: "Go back or quit", hint: "quit", synonyms: "exit, close"),
            KeyBinding(
                [Key(.left), Key("h")], .pan(.left), name: "left", in: .move, help: "Pan left, or previous photo",
                joined: "Pan, or previous and next photo", hint: "previous, next", with: .pan(.right)),
            KeyBinding(
                [Key(.down), Key("j")], .pan(.down), name: "down", in: .move, help: "Pan down",
                joined: "Pan, or previous and next photo"),
            KeyBinding(
                [Key(.up), Key("k")], .pan(.up), name: "up", in: .move, help: "Pan up",
                joined: "Pan, or previous and next photo"),
            KeyBinding(
                [Key(.right), Key("l")], .pan(.right), name: "right", in: .move, help: "Pan right, or next photo",
                joined: "Pan, or previous and next photo"),
            KeyBinding([Key("n"), Key(.pageDown)], .next, in: .move, help: "Next photo"),
            KeyBinding([Key("p"), Key(.pageUp), Key(.backspace)], .previous, in: .move, help: "Previous photo"),
            KeyBinding(
                [Key(.home), Key("g")], .first, in: .move, help: "First photo", joined: "First or last photo"),
            KeyBinding([Key(.end), Key("G")], .last, in: .move, help: "Last photo", joined: "First or last photo"),
            KeyBinding(
                [Key("+"), Key("=")], .zoomIn, help: "Zoom in", joined: "Zoom in or out", hint: "zoom", with: .zoomOut,
                synonyms: "bigger, larger"),
            KeyBinding([Key("-")], .zoomOut, help: "Zoom out", joined: "Zoom in or out", synonyms: "smaller"),
            KeyBinding([Key(.enter), Key("o")], .actualSize, help: "Actual size (1:1) at the focus point, or fit"),
            KeyBinding([Key("w")], .fill, help: "Fit the width or height, or the whole photo"),
            KeyBinding([], .fit, help: "Fit the photo to the screen"),
            KeyBinding([Key("R")], .rotate, help: "Rotate clockwise (view only)", joined: "Rotate (view only)"),
            KeyBinding(
                [Key("L")], .rotateLeft, help: "Rotate counterclockwise (view only)", joined: "Rotate (view only)"),
            KeyBinding([Key("K")], .keepView, help: "Keep zoom, position and rotation for the next photos"),
            KeyBinding([], .peaking, help: "Show or hide focus peaking (edges in focus)"),
            KeyBinding([Key("a")], .otherFile, help: "Show the other file of the photo (RAW or video)"),
            KeyBinding([Key(" ")], .slideshow, help: "Start or pause the slideshow", hint: "slideshow"),
            KeyBinding([Key("i")], .details, help: "Show or hide details", hint: "details"),
            KeyBinding([Key("v")], .caption, help: "Show or hide the caption"),
        ] + symbolKeys { .symbols(step: $0) } + [
            KeyBinding([Key("r")], .retry, in: .program, help: "Retry or reload")
        ])
}

extension KeyMap {
    /// The keys that switch the characters for drawing.
    static func symbolKeys(_ command: (_ step: Int) -> Command) -> [KeyBinding<Command>] {
        [
            KeyBinding(
                [Key("[")], command(-1), name: "coarser-symbols", help: "Draw with coarser symbols",
                joined: "Draw with coarser or finer symbols, or pixels"),
            KeyBinding(
                [Key("]")], command(1), name: "finer-symbols", help: "Draw with finer symbols",
                joined: "Draw with coarser or finer symbols, or pixels"),
        ]
    }
}
