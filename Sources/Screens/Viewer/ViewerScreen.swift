import Albums
import CellArt
import Localization
import TerminalUI

/// The viewer: a photo on the whole terminal, with a caption in the last line, or two to four compared ones in panes, of
/// which the active one has a frame. Details are in a panel beside the photo, or replace it on a narrow terminal.
@MainActor
final class ViewerScreen: ViewerPresenting, ScrollingScreen {
    var onNeedsDisplay: () -> Void = {}

    let viewModel: ViewerViewModel
    private(set) var context: ScreenContext
    var keyMap: KeyMap<ViewerCommand> { isPage ? pageKeyMap : photoKeyMap }
    private let photoKeyMap: KeyMap<ViewerCommand>
    /// The keys while a page of details hides the photo.
    private let pageKeyMap: KeyMap<ViewerCommand>
    /// The keys of the page of details.
    let scrollKeys: KeyMap<LineScrollCommand>
    /// The scroll position of the details.
    var scroll = LineScroll()
    private var detailsPane: DetailsPane?
    /// The compared photos beside each other; nil while only one is visible.
    private var arrangement: PaneArrangement?
    private var isArranging = false

    private static let maxFailureLines = 3
    /// The smallest terminal on which photos are side by side unless the user wants it otherwise.
    private static let minSizeOfPanes = Size(columns: 100, rows: 30)
    /// The aspect ratio of a photo until it has loaded.
    private static let assumedAspect = 1.5

    init(viewModel: ViewerViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        photoKeyMap = (viewModel.comparison == nil ? KeyMap.viewer : .comparison).with(context.keys)
        pageKeyMap = photoKeyMap.filtered(Self.worksOnPage)
        scrollKeys = KeyMap.page.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.stateChanged() }
    }

    // MARK: Layout

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        arrange()
    }

    private func stateChanged() {
        // Loading changes the state, too.
        if !isArranging, arrangement != wantedArrangement { arrange() } else { arrangeDetails() }
        onNeedsDisplay()
    }

    private func arrange() {
        isArranging = true
        arrangement = wantedArrangement
        detailsPane = nil
        arrangeDetails()
        let picture = pictureRect(at: 0)
        viewModel.layOut(
            ViewArea(columns: picture.columns, rows: picture.rows, style: context.style), isPhotoHidden: isPage)
        if let strip = stripLayout { viewModel.layOutStrip(capacity: strip.capacity, tile: strip.tile(context.style)) }
        isArranging = false
    }

    /// The panes; nil to show one photo at a time.
    private var wantedArrangement: PaneArrangement? {
        switch state.comparison?.chosenLayout {
        case .single: nil
        case nil where !hasRoomForPanes: nil
        case .sideBySide, nil: possibleArrangement
        }
    }

    /// Whether photos are side by side unless the user wants it otherwise.
    private var hasRoomForPanes: Bool {
        size.columns >= Self.minSizeOfPanes.columns && size.rows >= Self.minSizeOfPanes.rows
    }

    private var possibleArrangement: PaneArrangement? {
        guard state.panes.count > 1 else { return nil }
        return PaneArrangement(
            state.panes.map { $0.aspect ?? Self.assumedAspect }, in: Size(columns: size.columns, rows: size.rows - 1),
            cellAspect: appearance.cellAspect)
    }

    /// The cells of a photo's picture.
    private func pictureRect(at index: Int) -> Rect {
        arrangement?.picture(in: index) ?? Rect(column: 0, row: 0, columns: pictureColumns, rows: pictureRows)
    }

    private var pictureRows: Int {
        max(1, rowsAboveCaption - (stripLayout?.rows ?? 0))
    }

    private var rowsAboveCaption: Int {
        let isWithoutLastRow = context.style.cell != nil && !appearance.showsPixelsInLastRow
        return size.rows - (state.isCaptionShown || isWithoutLastRow ? 1 : 0)
    }

    /// The strip between the photo and the caption; nil while hidden.
    private var stripLayout: StripLayout? {
        guard state.strip != nil, !isPage else { return nil }
        return StripLayout(in: size, cellAspect: appearance.cellAspect)
    }

    private var pictureColumns: Int { isPage ? size.columns : size.columns - (detailsRect?.columns ?? 0) }

    /// Whether details cover the photo, on a narrow terminal.
    private var isPage: Bool { state.details != nil && panelColumns == nil }

    private var panelColumns: Int? { DetailsPane.columns(besidePictureIn: size.columns) }

    /// The area of the details; nil while hidden.
    private var detailsRect: Rect? {
        guard state.details != nil else { return nil }
        guard let columns = panelColumns else {
            return Rect(column: 0, row: 0, columns: size.columns, rows: size.rows - 1)
        }
        return Rect(column: size.columns - columns, row: 0, columns: columns, rows: pictureRows)
    }

    private func arrangeDetails() {
        guard let rect = detailsRect, let sheet = state.details?.sheet else {
            detailsPane = nil
            return
        }
        let sign = state.activePane.isFavorite ? PhotoTile.heart : PhotoTile.noHeart
        let isCurrent = detailsPane.map { $0.sheet == sheet && $0.rect == rect && $0.sign == sign } == true
        if !isCurrent {
            detailsPane = DetailsPane(sheet, sign: sign, in: rect, theme: theme, repertoire: appearance.repertoire)
        }
        detailsPane?.layOut(&scroll)
    }

    // MARK: Input

    func handle(_ event: InputEvent) {
        guard case .key(let key) = event else { return }
        // On the page of details, arrow keys scroll, and no key changes the hidden photo.
        if !isPage || !scroll(by: key) { press(key) }
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
        case .controlClick: if state.comparison == nil { viewModel.run(.mark) }
        case .scrollUp(let point), .scrollDown(let point):
            if detailsPane?.rect.contains(point) == true {
                changeScroll { $0.handle(gesture) }
            } else if case .scrollUp = gesture {
                change(at: point) { $0.zoomIn(around: $1) }
            } else {
                change(at: point) { $0.zoomOut(around: $1) }
            }
        case .drag(let columns, let rows): if !isPage { viewModel.change { $0.drag(columns: columns, rows: rows) } }
        case .rightClick: break
        }
    }

    func key(at point: Position) -> Key? {
        if detailsPane == nil { return hintLine?.key(at: point) }
        return isCaptionDrawn ? caption.hintLine(in: size, appearance.repertoire)?.key(at: point) : nil
    }

    private func click(at point: Position) {
        if state.comparison != nil {
            viewModel.choose(pane(at: point))
        } else if heartPosition?.contains(point) == true {
            viewModel.run(.favorite)
        } else if isPage {
            run(.details)
        } else if point.row < size.rows - bottomLine.lineCount, detailsPane?.rect.contains(point) != true {
            if let strip = stripLayout, point.row >= pictureRows {
                if let index = strip.index(at: point, in: state.strip) { viewModel.show(at: index) }
            } else {
                clickOnPhoto(at: point)
            }
        }
    }

    /// Switches between actual size and the whole photo, at the pointer. Where a click steps to another photo, steps
    /// again.
    private func doubleClick(at point: Position) {
        let isMiddle =
            state.comparison != nil || pansSideways
            || (pictureColumns / 3..<pictureColumns - pictureColumns / 3).contains(point.column)
        guard isMiddle, !isPage, point.row < pictureRows, detailsPane?.rect.contains(point) != true else {
            return click(at: point)
        }
        change(at: point) { $0.toggleActualSize(around: $1) }
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

    /// Changes the view around a point of the picture there, which becomes the active one.
    private func change(at point: Position, by change: (inout Viewport, Position) -> Void) {
        let index = pane(at: point)
        let rect = pictureRect(at: index)
        guard arrangement == nil || rect.contains(point) else { return }
        viewModel.choose(index)
        viewModel.change { change(&$0, Position(column: point.column - rect.column, row: point.row - rect.row)) }
    }

    /// Returns the photo at a point, or the active one.
    private func pane(at point: Position) -> Int {
        arrangement?.panes.firstIndex { $0.contains(point) } ?? state.active
    }

    /// The cells of the favorite sign, in the details or in the caption; nil while it's hidden.
    private var heartPosition: Rect? {
        if let detailsPane {
            return Rect(column: detailsPane.rect.column + 1, row: detailsPane.rect.row, columns: 2, rows: 1)
        }
        guard isCaptionDrawn else { return nil }
        return Caption.heartPosition(in: size)
    }

    func run(_ command: ViewerCommand) {
        let comparison = viewModel.comparison
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
        case .pan(.up) where scrollsDetails(insteadOf: .up): changeScroll { $0.run(.up) }
        case .pan(.down) where scrollsDetails(insteadOf: .down): changeScroll { $0.run(.down) }
        case .pan(let direction): if comparison == nil { viewModel.pan(direction) } else { panOrChoose(direction) }
        case .otherFile: viewModel.showOtherFile()
        case .keepView: toggleKeepingView()
        case .peaking: viewModel.togglePeaking()
        case .strip:
            viewModel.toggleStrip()
            arrange()
        case .keep: comparison?.keepActive()
        case .blink: comparison?.blink(isSingle: arrangement == nil)
        case .blinkAutomatically: comparison?.toggleBlinking()
        case .layout: toggleLayout()
        case .nextPane: comparison?.chooseNext(by: 1)
        case .previousPane: comparison?.chooseNext(by: -1)
        case .link: comparison?.toggleLink()
        case .align: comparison?.alignPhotos()
        case .differences: comparison?.toggleDifferences()
        case .retry: viewModel.retry()
        case .details:
            viewModel.toggleDetails()
            scroll = LineScroll()
            arrange()
        case .caption:
            viewModel.toggleCaption()
            arrange()
        case .symbols(let step): context.changeSymbols(by: step) { arrange() }
        case .back: goBack()
        case .leave: if state.details != nil { run(.details) } else { viewModel.leave() }
        }
    }

    /// Whether a key scrolls the details, because the photo continues nowhere in its direction.
    private func scrollsDetails(insteadOf direction: Viewport.Direction) -> Bool {
        state.details != nil && scroll.isScrollable && state.activePane.shown.viewport?.pans(direction) != true
    }

    /// Hides the details, stops blinking or shows all panes; otherwise leaves the viewer.
    private func goBack() {
        let hidesPanes = arrangement == nil && hasRoomForPanes && possibleArrangement != nil
        if state.details != nil {
            run(.details)
        } else if viewModel.comparison?.goBack(hidesPanes: hidesPanes) != true {
            viewModel.goBack()
        }
    }

    private func toggleKeepingView() {
        viewModel.toggleKeepingView()
        // The caption would show the change.
        guard !state.isCaptionShown else { return }
        context.notices.post(
            .info(
                state.keepsView
                    ? localized("The next photos keep this view")
                    : localized("The next photos are fitted to the screen")), about: .view)
    }

    private func toggleLayout() {
        if arrangement == nil, possibleArrangement == nil {
            return context.notices.explain(state.panes.count > 1 ? .roomForOnePhoto : .onlyPhoto)
        }
        viewModel.comparison?.toggleLayout(isSingle: arrangement == nil)
    }

    /// Pans, or chooses the photo in that direction if the active one continues nowhere in it.
    private func panOrChoose(_ direction: Viewport.Direction) {
        let isSideways = direction == .left || direction == .right
        if let viewport = state.activePane.shown.viewport,
            isSideways ? viewport.pansSideways : viewport.pansVertically
        {
            let step: Viewport.PanStep = state.comparison?.isLinked == true ? .third : .eighth
            return viewModel.change({ $0.pan(direction, by: step) }, orExplain: .photoEdge)
        }
        guard let arrangement else {
            if isSideways, let comparison = viewModel.comparison {
                return comparison.chooseNext(by: direction == .left ? -1 : 1)
            }
            return context.notices.explain(.alreadyFitsScreen)
        }
        guard let neighbor = arrangement.neighbor(of: state.active, direction) else {
            return context.notices.explain(.nothingMoreThisWay)
        }
        viewModel.choose(neighbor)
    }

    // MARK: Photos for commands

    var photoScreen: PhotoScreen { state.comparison == nil ? .viewer : .compare }
    // The caption and the page of details show marks.
    var showsMarks: Bool { state.isCaptionShown || isPage }
    // A notice would hide the caption. While photos are compared, a rejected one is replaced, and blinking shows another
    // one: the notice says which photo a key was for.
    var showsAssessments: Bool { state.comparison == nil && isCaptionDrawn }

    // MARK: Drawing

    func didPresent() {
        context.notices.didPresent()
        viewModel.didPresent()
    }

    func draw(on surface: inout Surface) {
        if let panes = arrangement?.panes {
            for (index, pane) in panes.enumerated() { drawPane(index, in: pane, on: &surface) }
            bottomLine.draw(on: &surface)
        } else {
            drawSingle(on: &surface)
        }
        if !isPage, let next = state.nextPicture { surface.ahead.append(next) }
    }

    private func drawPane(_ index: Int, in pane: Rect, on surface: inout Surface) {
        drawPhoto(state.panes[index], in: pictureRect(at: index), on: &surface)
        if index == state.active { TileFrame.drawLines(around: pane, on: &surface, style: theme.accent) }
        paneCaption(at: index)?.draw(
            on: &surface, row: pane.endRow - 1, columns: pane.column + 1..<pane.endColumn - 1)
    }

    private func drawSingle(on surface: inout Surface) {
        let active = state.activePane
        if isPage {
            if let photo = active.photo { surface.items.insert(photo.item) }
        } else {
            surface.ahead = state.panes.indices.compactMap { index in
                if index != state.active, case .pixels(let picture)? = state.panes[index].shown.picture {
                    picture
                } else {
                    nil
                }
            }
            drawPhoto(active, in: pictureRect(at: state.active), on: &surface)
        }
        if let stripLayout, let strip = state.strip {
            stripLayout.draw(strip, current: state.position.index, row: pictureRows, on: &surface, theme: theme)
        }
        detailsPane?.draw(scroll, on: &surface)
        hintLine?.draw(on: &surface)
        let row = size.rows - 1
        if let caption = paneCaption(at: state.active) {
            noticeLine?.draw(on: &surface)
            surface.fill(Rect(column: 0, row: row, columns: size.columns, rows: 1))
            caption.draw(on: &surface, row: row, columns: 1..<max(1, size.columns - 1))
        } else if isCaptionDrawn {
            caption.draw(on: &surface)
        } else if context.notices.current != nil {
            bottomLine.draw(on: &surface)
        }
    }

    private func drawPhoto(_ pane: ViewerPane.State, in area: Rect, on surface: inout Surface) {
        if let photo = pane.photo, pane.showsPhoto { surface.items.insert(photo.item) }
        if pane.shown.viewport?.showsWhole == false { surface.centers.append(area.center) }
        if let picture = pane.difference?.picture ?? pane.shown.picture {
            surface.place(picture, centeredIn: area)
            if state.comparison == nil, state.isCaptionShown, let viewport = pane.shown.viewport {
                ZoomLocator(viewport, in: area)?.draw(on: &surface, theme: theme)
            }
        } else if let failure = pane.shown.failure {
            if let file = pane.file, file.video != nil {
                return drawVideo(file, without: failure, on: &surface, in: area)
            }
            let lines = UserFacingText.retriable(
                theme.failureSign + localized("Can't show this photo: \(UserFacingText.failure(failure))"),
                with: keyMap.label(for: .retry),
                columns: area.columns, rows: min(Self.maxFailureLines, area.rows), surface.repertoire)
            let row = area.row + (area.rows - lines.count + 1) / 2
            surface.write(lines, centeredIn: area, row: row, style: theme.failure)
        }
    }

    /// Draws the sign of a video without a frame, and the reason.
    private func drawVideo(_ video: Photo, without failure: any Error, on surface: inout Surface, in area: Rect) {
        let reason = VisibleText(UserFacingText.sentence(failure), repertoire: surface.repertoire)
            .wrapped(columns: area.columns, rows: min(Self.maxFailureLines, max(0, area.rows - 2)))
        let lines = [Video.symbol, video.video?.playingTime ?? ""].filter { !$0.isEmpty } + reason
        let row = area.row + max(0, (area.rows - lines.count) / 2)
        surface.write(lines, centeredIn: area, row: row, style: theme.quiet)
    }

    // MARK: Captions, hints and notices

    /// Whether the last line has the caption of a photo that isn't compared.
    private var isCaptionDrawn: Bool {
        let notices = context.notices.state
        return (notices.current == nil || notices.subject == .earlyKeys) && (state.isCaptionShown || isPage)
    }

    private var caption: Caption {
        Caption(
            state: state, progress: context.notices.state.progress, nextKey: keyMap.label(for: .next),
            retryKey: keyMap.label(for: .retry), remark: context.notices.current?.text, hints: detailsHints,
            isPhotoHidden: isPage, labels: context.labels, theme: theme)
    }

    /// The caption of a compared photo; nil while photos aren't compared.
    private func paneCaption(at index: Int) -> PaneCaption? {
        state.comparison.map {
            PaneCaption(
                state: state, comparison: $0, index: index, isSingle: arrangement == nil,
                progress: noticeLine == nil ? context.notices.state.progress : nil, labels: context.labels,
                theme: theme)
        }
    }

    /// The notices and, below panes, the hints; the hints of one photo are above them.
    var bottomLine: BottomLine { context.bottomLine(arrangement == nil ? [] : comparisonHints) }

    /// The notice above the caption of the only visible photo of a comparison; nil without one.
    private var noticeLine: BottomLine? {
        state.comparison != nil && arrangement == nil && context.notices.current != nil
            ? context.noticeLine(above: 1) : nil
    }

    /// The hints over the last line of the photo, for a moment after opening the viewer and after a key without effect;
    /// those below panes stay.
    private var hintLine: BottomLine? {
        if arrangement != nil { return bottomLine }
        let notices = context.notices.state
        guard detailsPane == nil, !state.isCovered, state.areHintsShown || notices.subject == .command else {
            return nil
        }
        if state.comparison != nil {
            return context.hintLine(comparisonHints, above: 1 + (noticeLine?.lineCount ?? 0))
        }
        return context.hintLine(
            photoHints, above: isCaptionDrawn ? 1 : notices.current != nil ? bottomLine.lineCount : 0)
    }

    /// The hints while details are shown.
    private var detailsHints: [Hint] {
        guard state.details != nil else { return [] }
        let close = localized("close", context: "hint")
        func hints(_ command: ViewerCommand) -> [Hint] { keyMap.hints(of: [command], renamed: [.back: close]) }
        let others = pansSideways ? [] : hints(.pan(.left))
        // On a page, the rest of the text is more important than help.
        return isPage && !scrollHints.isEmpty
            ? hints(.back) + scrollHints + context.helpHints + others
            : context.helpHints + hints(.back) + others + scrollHints
    }

    /// The hints of a photo that isn't compared.
    private var photoHints: [Hint] {
        let isOnly = state.position.counts.map { $0.isEndKnown && $0.matching == 1 } ?? false
        var hints = context.helpHints + keyMap.hints(of: [.back]) + context.pickHints
        if context.isPicking { hints += context.photoKeys.hints(of: [.mark]) }
        if viewModel.quits { hints += keyMap.hints(of: [.leave]) }
        if !isOnly, !pansSideways { hints += keyMap.hints(of: [.pan(.left)]) }
        if state.activePane.shown.failure == nil { hints += keyMap.hints(of: [.zoomIn]) }
        if state.activePane.photo?.movie != nil, !context.isPicking { hints += context.photoKeys.hints(of: [.play]) }
        if viewModel.isAssessable, !context.isPicking { hints += context.photoKeys.hints(of: [.rate(1), .reject]) }
        let slideshow = isOnly ? [] : keyMap.hints(of: [.slideshow], renamed: slideshowLabel)
        let details = keyMap.hints(of: [.details])
        // At 80 columns, the hints for ratings leave room for only one of these.
        let isCulling = viewModel.isAssessable && state.slideshow == .off
        hints += isCulling ? details + slideshow : slideshow + details
        hints += context.photoKeys.hints(of: [.favorite])
        if haveOriginals { hints += context.photoKeys.hints(of: [.share]) }
        return hints
    }

    private var comparisonHints: [Hint] {
        let isSingle = arrangement == nil
        var hints = context.helpHints + keyMap.hints(of: [.back]) + context.pickHints
        if state.panes.count > 1 { hints += keyMap.hints(of: isSingle ? [.blink, .keep] : [.keep, .blink]) }
        hints += keyMap.hints(of: [.next])
        if state.panes.count > 1, !isSingle { hints += keyMap.hints(of: [.nextPane]) }
        if !context.isPicking { hints += context.photoKeys.hints(of: [.rate(1), .reject, .keepOne]) }
        return hints + keyMap.hints(of: [.align, .differences, .actualSize, .zoomIn, .link])
    }

    /// Whether the arrow keys pan instead of showing another photo.
    private var pansSideways: Bool { state.activePane.shown.viewport?.pansSideways == true }

    /// The label of the slideshow's hint once it has started.
    private var slideshowLabel: [ViewerCommand: String] {
        switch state.slideshow {
        case .off: [:]
        case .running: [.slideshow: localized("pause", context: "hint")]
        case .paused: [.slideshow: localized("resume", context: "hint")]
        }
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
