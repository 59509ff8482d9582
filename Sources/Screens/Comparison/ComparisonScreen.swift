import Albums
import CellArt
import Localization
import TerminalUI

/// The comparison: two to four photos in panes, or one at a time on the whole terminal. Each has a caption, and the active
/// one a frame.
@MainActor
final class ComparisonScreen: CommandScreen, PhotoChoosing {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: ComparisonViewModel
    private(set) var context: ScreenContext
    let keyMap: KeyMap<ComparisonCommand>
    var state: ComparisonState { viewModel.state }
    /// Nil while one photo is visible at a time.
    private var arrangement: PaneArrangement?
    private var isArranging = false

    /// The smallest terminal on which photos are side by side unless the user wants it otherwise.
    private static let minSizeOfPanes = Size(columns: 100, rows: 30)
    /// The aspect ratio of a photo until it has loaded.
    private static let assumedAspect = 1.5

    init(viewModel: ComparisonViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.comparison.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.stateChanged() }
    }

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
        arrange()
    }

    private func stateChanged() {
        // Loading changes the state, too.
        if !isArranging, arrangement != wantedArrangement { arrange() }
        onNeedsDisplay()
    }

    /// The panes; nil to show one photo at a time.
    private var wantedArrangement: PaneArrangement? {
        let state = viewModel.state
        switch state.chosenLayout {
        case .single: return nil
        case nil where !hasRoomForPanes: return nil
        case .sideBySide, nil: return panes(of: state)
        }
    }

    /// Whether photos are side by side unless the user wants it otherwise.
    private var hasRoomForPanes: Bool {
        size.columns >= Self.minSizeOfPanes.columns && size.rows >= Self.minSizeOfPanes.rows
    }

    private func panes(of state: ComparisonState) -> PaneArrangement? {
        guard state.photos.count > 1 else { return nil }
        return PaneArrangement(
            state.photos.map { $0.aspect ?? Self.assumedAspect }, in: Size(columns: size.columns, rows: size.rows - 1),
            cellAspect: appearance.cellAspect)
    }

    private func arrange() {
        isArranging = true
        arrangement = wantedArrangement
        let picture = pictureRect(at: 0)
        viewModel.layOut(
            columns: picture.columns, rows: picture.rows, style: context.style, isSingle: arrangement == nil)
        isArranging = false
    }

    /// The cells of a photo's picture.
    private func pictureRect(at index: Int) -> Rect {
        guard let pane = arrangement?.panes[index] else {
            return Rect(column: 0, row: 0, columns: size.columns, rows: max(1, size.rows - 1))
        }
        return Rect(
            column: pane.column + 1, row: pane.row + 1, columns: max(1, pane.columns - 2), rows: max(1, pane.rows - 2))
    }

    // MARK: Input

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point): viewModel.choose(pane(at: point))
        case .doubleClick(let point): change(at: point) { $0.toggleActualSize(around: $1) }
        case .scrollUp(let point): change(at: point) { $0.zoomIn(around: $1) }
        case .scrollDown(let point): change(at: point) { $0.zoomOut(around: $1) }
        case .drag(let columns, let rows): viewModel.change { $0.drag(columns: columns, rows: rows) }
        case .controlClick, .rightClick: break
        }
    }

    /// Changes the view around a point of the picture there, which becomes the active one.
    private func change(at point: Position, by change: (inout Viewport, Position) -> Void) {
        let index = pane(at: point)
        let rect = pictureRect(at: index)
        guard rect.contains(point) else { return }
        viewModel.choose(index)
        viewModel.change { change(&$0, Position(column: point.column - rect.column, row: point.row - rect.row)) }
    }

    /// Returns the photo at a point, or the active one.
    private func pane(at point: Position) -> Int {
        arrangement?.panes.firstIndex { $0.contains(point) } ?? viewModel.state.active
    }

    func key(at point: Position) -> Key? { hintLine?.key(at: point) }

    func run(_ command: ComparisonCommand) {
        switch command {
        case .keep: viewModel.keepActive()
        case .blink: viewModel.blink()
        case .blinkAutomatically: viewModel.toggleBlinking()
        case .layout: toggleLayout()
        case .nextPane: viewModel.chooseNext(by: 1)
        case .previousPane: viewModel.chooseNext(by: -1)
        case .next: viewModel.replace(by: 1)
        case .previous: viewModel.replace(by: -1)
        case .zoomIn: viewModel.change({ $0.zoomIn() }, orExplain: .maxZoom)
        case .zoomOut: viewModel.change({ $0.zoomOut() }, orExplain: .minZoom)
        case .fit: viewModel.change({ $0.fit() }, orExplain: .alreadyFitsScreen)
        case .actualSize: viewModel.toggleActualSize()
        case .fill: viewModel.change({ $0.toggleFill() }, orExplain: .alreadyFitsScreen)
        case .rotate: viewModel.change({ $0.rotate() }, orExplain: .photoNotLoaded)
        case .rotateLeft: viewModel.change({ $0.rotateLeft() }, orExplain: .photoNotLoaded)
        case .link: viewModel.toggleLink()
        case .align: viewModel.alignPhotos()
        case .peaking: viewModel.togglePeaking()
        case .differences: viewModel.toggleDifferences()
        case .pan(let direction): pan(direction)
        case .details: viewModel.showDetails()
        case .retry: viewModel.retry()
        case .symbols(let step): context.changeSymbols(by: step) { arrange() }
        case .back: viewModel.goBack(hasPanes: hasRoomForPanes && panes(of: viewModel.state) != nil)
        case .leave: viewModel.leave()
        }
    }

    private func toggleLayout() {
        if viewModel.state.isSingle, panes(of: viewModel.state) == nil {
            return context.notices.explain(viewModel.state.photos.count > 1 ? .roomForOnePhoto : .onlyPhoto)
        }
        viewModel.toggleLayout()
    }

    /// Pans, or chooses the photo in that direction if the active one continues nowhere in it.
    private func pan(_ direction: Viewport.Direction) {
        let state = viewModel.state
        let isSideways = direction == .left || direction == .right
        if let viewport = state.photos[state.active].shown.viewport,
            isSideways ? viewport.pansSideways : viewport.pansVertically
        {
            let step: Viewport.PanStep = state.isLinked ? .third : .eighth
            return viewModel.change({ $0.pan(direction, by: step) }, orExplain: .photoEdge)
        }
        guard let panes = arrangement?.panes else {
            if isSideways { return viewModel.chooseNext(by: direction == .left ? -1 : 1) }
            return context.notices.explain(.alreadyFitsScreen)
        }
        let active = panes[state.active]
        let neighbor = panes.firstIndex { pane in
            switch direction {
            case .left: pane.row == active.row && pane.endColumn == active.column
            case .right: pane.row == active.row && pane.column == active.endColumn
            case .up: pane.column == active.column && pane.endRow == active.row
            case .down: pane.column == active.column && pane.row == active.endRow
            }
        }
        guard let neighbor else { return context.notices.explain(.nothingMoreThisWay) }
        viewModel.choose(neighbor)
    }

    // MARK: Photos for commands

    var photoScreen: PhotoScreen { .compare }
    var shown: ShownLibrary { viewModel.shown }
    var actsOnMarked: Bool { false }
    var haveOriginals: Bool { viewModel.hasOriginal }
    // The captions show both.
    var showsMarks: Bool { true }
    // A rejected photo is replaced, and blinking shows another one: the notice says which photo a key was for.
    var showsAssessments: Bool { false }
    var position: PhotoPosition { viewModel.position }

    func currentPhoto() throws(NoEffect) -> Photo { viewModel.currentPhoto }

    func annotationsChanged() {
        viewModel.annotationsChanged()
    }

    func selectNext() {
        viewModel.selectNext()
    }

    func reveal(_ ids: [Photo.ID]) {
        viewModel.reveal(ids)
    }

    // MARK: Drawing

    func didDeliver(_ items: Set<OpaqueID>) {
        viewModel.didDeliver(items)
    }

    func didPresent() {
        context.notices.didPresent()
        viewModel.didPresent()
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        if let panes = arrangement?.panes, panes.count == state.photos.count {
            for (index, pane) in panes.enumerated() { draw(state, index, in: pane, on: &surface) }
            bottomLine.draw(on: &surface)
        } else {
            drawSingle(state, on: &surface)
        }
        surface.ahead += state.nextPicture.map { [$0] } ?? []
    }

    private func draw(_ state: ComparisonState, _ index: Int, in pane: Rect, on surface: inout Surface) {
        let photo = state.photos[index]
        draw(photo, in: pictureRect(at: index), on: &surface)
        let isActive = index == state.active
        if isActive { TileFrame.drawLines(around: pane, on: &surface, style: theme.accent) }
        let columns = pane.column + 1..<pane.endColumn - 1
        caption(of: photo, in: state, columns: columns, isActive: isActive).draw(
            on: &surface, row: pane.endRow - 1, columns: columns)
    }

    private func drawSingle(_ state: ComparisonState, on surface: inout Surface) {
        let photo = state.photos[state.active]
        draw(photo, in: pictureRect(at: state.active), on: &surface)
        surface.ahead = state.photos.compactMap { other in
            if other.photo.id != photo.photo.id, case .pixels(let picture)? = other.shown.picture {
                picture
            } else {
                nil
            }
        }
        hintLine?.draw(on: &surface)
        // The caption says which photo a notice is about.
        noticeLine?.draw(on: &surface)
        let row = size.rows - 1
        surface.fill(Rect(column: 0, row: row, columns: size.columns, rows: 1))
        let columns = 1..<max(1, size.columns - 1)
        caption(of: photo, in: state, columns: columns, isActive: true).draw(on: &surface, row: row, columns: columns)
    }

    private func draw(_ photo: ComparedPhoto, in rect: Rect, on surface: inout Surface) {
        if photo.shown.drawnPhoto == photo.photo.id, !photo.shown.isPlaceholder {
            surface.items.insert(photo.photo.item)
        }
        if photo.shown.viewport?.showsWhole == false { surface.centers.append(rect.center) }
        if let picture = photo.difference?.picture ?? photo.shown.picture {
            surface.place(picture, centeredIn: rect)
        } else if let failure = photo.shown.failure {
            let lines = VisibleText(
                theme.failureSign + UserFacingText.sentence(failure), repertoire: surface.repertoire
            ).wrapped(columns: rect.columns, rows: min(3, rect.rows))
            surface.write(
                lines, centeredIn: rect, row: rect.row + (rect.rows - lines.count) / 2, style: theme.failure)
        }
    }

    private func caption(
        of photo: ComparedPhoto, in state: ComparisonState, columns: Range<Int>, isActive: Bool
    ) -> PaneCaption {
        PaneCaption(
            photo: photo, isFramed: isActive && !state.isSingle, coming: isActive ? comingNotes(of: state) : [],
            notes: isActive ? notes(of: state, columns: columns.count) : [], labels: context.labels, theme: theme)
    }

    /// The state of the comparison, such as `1/2`. The first notes give way first if there is too little room.
    private func notes(of state: ComparisonState, columns: Int) -> [String] {
        var notes = state.lackDetail ? [localized("little detail")] : []
        notes += inspectionNotes(of: state, columns: columns)
        if state.isBlinking { notes.append(localized("blinking")) }
        if !state.isLinked { notes.append(localized("moved alone")) }
        guard state.isSingle else { return notes }
        if state.isSlow { notes.append(localized("loading")) }
        if noticeLine == nil, let progress = context.notices.state.progress { notes.append(progress) }
        return notes + ["\(state.active + 1)/\(state.photos.count)"]
    }

    /// Notes about the following photos: whether auto-advance is on, and how many are left.
    private func comingNotes(of state: ComparisonState) -> [String] {
        (state.advances ? [localized("auto-advance")] : [])
            + (state.following.map { [UserFacingText.following($0)] } ?? [])
    }

    /// The smallest caption that names the photo with which the active one is compared.
    private static let minColumnsWithReference = 50

    /// Notes about the inspection of the active photo: differences, or focus peaking.
    private func inspectionNotes(of state: ComparisonState, columns: Int) -> [String] {
        if let differences = differences(state, columns: columns) {
            let difference = state.photos[state.active].difference
            let preparation = [
                difference?.isAligned == true ? localized("aligned") : nil,
                difference?.isExposureMatched == true ? localized("exposure matched") : nil,
            ]
            return preparation.compactMap { $0 } + [differences]
        }
        return state.showsPeaking ? [localized("focus peaking")] : []
    }

    /// How the active photo differs from the reference; nil unless wanted.
    private func differences(_ state: ComparisonState, columns: Int) -> String? {
        guard state.showsDifferences, let reference = state.reference else { return nil }
        guard let difference = state.photos[state.active].difference else {
            return state.photos.contains { $0.shown.failure != nil } ? nil : localized("finding differences")
        }
        let namesReference = state.photos.count > 2 && columns >= Self.minColumnsWithReference
        return UserFacingText.difference(
            difference.share, from: namesReference ? state.photos[reference].photo.listTitle : nil)
    }

    /// The hints and notices below panes.
    var bottomLine: BottomLine { context.bottomLine(viewModel.state.isSingle ? [] : hints) }

    /// The notices above the caption of one photo; nil if there are none.
    private var noticeLine: BottomLine? {
        viewModel.state.isSingle && context.notices.current != nil ? context.noticeLine(above: 1) : nil
    }

    /// The hints over the last line of a photo, for a moment, or below the panes.
    private var hintLine: BottomLine? {
        let state = viewModel.state
        guard state.isSingle else { return bottomLine }
        let notices = context.notices.state
        guard state.areHintsShown || notices.isExplanation else { return nil }
        return context.hintLine(hints, above: 1 + (noticeLine?.lineCount ?? 0))
    }

    private var hints: [Hint] {
        let state = viewModel.state
        var hints = context.helpHints + keyMap.hints(of: [.back]) + context.pickHints
        if state.photos.count > 1 { hints += keyMap.hints(of: state.isSingle ? [.blink, .keep] : [.keep, .blink]) }
        hints += keyMap.hints(of: [.next])
        if state.photos.count > 1, !state.isSingle { hints += keyMap.hints(of: [.nextPane]) }
        if !context.isPicking { hints += context.photoKeys.hints(of: [.rate(1), .reject]) }
        return hints + keyMap.hints(of: [.align, .differences, .actualSize, .zoomIn, .link])
    }
}

/// Commands of the comparison.
enum ComparisonCommand: Hashable, Sendable {
    case keep, blink, blinkAutomatically, layout, nextPane, previousPane, next, previous
    case zoomIn, zoomOut, fit, fill, actualSize, rotate, rotateLeft, link, align, differences, peaking
    case details, retry, back, leave
    /// Switches the characters for drawing: finer ones for a positive step, coarser ones for a negative step.
    case symbols(step: Int)
    /// Pans; if nothing can be panned that way, chooses the photo there.
    case pan(Viewport.Direction)
}

extension KeyMap<ComparisonCommand> {
    static let comparison = KeyMap(
        "compare",
        [
            KeyBinding([Key(.escape), Key("c")], .back, in: .move, help: "Go back", hint: "back"),
            KeyBinding([Key("q")], .leave, in: .move, help: "Return to the list"),
            KeyBinding(
                [Key(.enter)], .keep, in: .move, help: "Keep this photo, and compare it with the next", hint: "keep"),
            KeyBinding(
                [Key("n"), Key(.pageDown)], .next, in: .move, help: "Replace this photo by the next one",
                hint: "replace", with: .previous),
            KeyBinding(
                [Key("p"), Key(.pageUp), Key(.backspace)], .previous, in: .move,
                help: "Replace this photo by the previous one"),
            KeyBinding([Key(.tab)], .nextPane, in: .move, help: "Choose the next photo", hint: "choose"),
            KeyBinding([Key(.tab, .shift)], .previousPane, in: .move, help: "Choose the previous photo"),
            KeyBinding([Key(" ")], .blink, help: "Show one photo at a time, and then the next", hint: "blink"),
            KeyBinding([Key("b")], .blinkAutomatically, help: "Let the photos take turns, or stop that"),
            KeyBinding([Key("v")], .layout, help: "Show the photos side by side, or one at a time"),
            KeyBinding(
                [Key(.left), Key("h")], .pan(.left), name: "left", in: .move,
                help: "Pan left, or choose the photo there",
                joined: "Pan, or choose the photo there"),
            KeyBinding(
                [Key(.down), Key("j")], .pan(.down), name: "down", in: .move,
                help: "Pan down, or choose the photo there",
                joined: "Pan, or choose the photo there"),
            KeyBinding(
                [Key(.up), Key("k")], .pan(.up), name: "up", in: .move, help: "Pan up, or choose the photo there",
                joined: "Pan, or choose the photo there"),
            KeyBinding(
                [Key(.right), Key("l")], .pan(.right), name: "right", in: .move,
                help: "Pan right, or choose the photo there", joined: "Pan, or choose the photo there"),
            KeyBinding(
                [Key("+"), Key("=")], .zoomIn, help: "Zoom in", joined: "Zoom in or out", hint: "zoom", with: .zoomOut),
            KeyBinding([Key("-")], .zoomOut, help: "Zoom out", joined: "Zoom in or out"),
            KeyBinding(
                [Key("o")], .actualSize, help: "Actual size (1:1) at the focus point, or fit", hint: "1:1"),
            KeyBinding([Key("w")], .fill, help: "Fit the width or height, or the whole photos"),
            KeyBinding([], .fit, help: "Fit the photos to the screen"),
            KeyBinding([Key("R")], .rotate, help: "Rotate clockwise (view only)", joined: "Rotate (view only)"),
            KeyBinding(
                [Key("L")], .rotateLeft, help: "Rotate counterclockwise (view only)", joined: "Rotate (view only)"),
            KeyBinding(
                [Key("a")], .link, help: "Zoom and pan this photo alone, or all together", hint: "link"),
            KeyBinding([Key("e")], .align, help: "Show the same part of the scene in all photos", hint: "align"),
            KeyBinding(
                [Key("d")], .differences, help: "Tint where this photo differs from another one, or stop that",
                hint: "differences"),
            KeyBinding([], .peaking, help: "Show or hide focus peaking (edges in focus)"),
            KeyBinding([Key("i")], .details, help: "Show details"),
        ] + symbolKeys { .symbols(step: $0) } + [
            KeyBinding([Key("r")], .retry, in: .program, help: "Retry")
        ])
}
