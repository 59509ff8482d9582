/// A navigation stack of screens. The top one is visible, and below an overlay the next one too.
@MainActor
public final class ScreenStack {
    /// Called when the visible screen has changed or needs to be redrawn.
    public var onNeedsDisplay: () -> Void = {}
    /// Called with the key that a click stands for.
    public var onKey: (Key) -> Void = { _ in }

    private var screens: [any Screen] = []
    private var size: Size
    public private(set) var appearance: TerminalAppearance
    /// Drawn instead of the visible screen while it runs.
    private var transition: ScreenTransition?
    private var mouse = MouseGestureRecognizer()
    private let now: () -> ContinuousClock.Instant

    /// - Parameter now: the current time, for recognizing double clicks.
    public init(
        size: Size, appearance: TerminalAppearance, now: @escaping () -> ContinuousClock.Instant = { .now }
    ) {
        self.size = size
        self.appearance = appearance
        self.now = now
    }

    /// The screen that handles input.
    public var top: (any Screen)? { screens.last }

    public var count: Int { screens.count }

    /// The screens to draw, from the bottom to the top.
    private var visible: ArraySlice<any Screen> { screens[(screens.lastIndex { !$0.isOverlay } ?? 0)...] }

    /// Pushes a screen onto the stack.
    public func push(_ screen: any Screen) {
        if screen.isOverlay {
            top?.overlayOpened()
        } else {
            for covered in visible { covered.disappear() }
        }
        screens.append(screen)
        show(screen)
    }

    /// Removes the top screen, unless it is the only one.
    public func pop() {
        guard screens.count > 1 else { return }
        let removed = screens.removeLast()
        removed.onNeedsDisplay = {}
        removed.disappear()
        for screen in removed.isOverlay ? screens.suffix(1) : visible { show(screen) }
    }

    /// Plays a transition to the visible screen until it ends or the user interrupts it.
    public func play(_ transition: ScreenTransition) {
        endTransition()
        self.transition = transition
        transition.run(
            onStep: { [weak self] in self?.onNeedsDisplay() }, onEnd: { [weak self] in self?.endTransition() })
    }

    public func draw(on surface: inout Surface) {
        guard let transition else { return drawVisible(on: &surface) }
        transition.draw(on: &surface)
        guard appearance.pixelCell != nil else { return }
        var last = Surface(size: surface.size, repertoire: surface.repertoire)
        drawVisible(on: &last)
        surface.upcoming = last.placements.map(\.picture)
    }

    private func drawVisible(on surface: inout Surface) {
        for screen in visible {
            surface.cursor = nil
            screen.draw(on: &surface)
        }
    }

    /// Called when a frame has been drawn.
    public func didDraw() {
        guard transition == nil else { return }
        for screen in visible { screen.didDraw() }
    }

    /// Called when the terminal has taken a frame completely.
    public func didPresent() {
        guard transition == nil else { return }
        for screen in visible { screen.didPresent() }
    }

    /// Handles a key, a paste or a mouse event; these also end a transition.
    public func handle(_ event: InputEvent) {
        switch event {
        case .mouse(let report):
            guard let gesture = mouse.gesture(of: report, at: now()) else { return }
            endTransition()
            let before = top
            if let key = key(of: gesture) { onKey(key) } else { top?.handle(gesture) }
            if case .doubleClick = gesture, top !== before { mouse.rest(from: now()) }
        case .key, .paste:
            endTransition()
            top?.handle(event)
        case .response:
            top?.handle(event)
        }
    }

    /// Returns the key that a gesture stands for; nil for other gestures.
    private func key(of gesture: MouseGesture) -> Key? {
        switch gesture {
        case .rightClick: Key(.escape)
        case .click(let point), .doubleClick(let point): top?.key(at: point)
        case .scrollUp, .scrollDown, .drag, .controlClick: nil
        }
    }

    /// Handles a change of the terminal's size or appearance.
    public func layOut(size: Size, appearance: TerminalAppearance) {
        endTransition()
        self.size = size
        self.appearance = appearance
        for screen in visible { screen.layOut(size: size, appearance: appearance) }
        onNeedsDisplay()
    }

    private func endTransition() {
        guard let transition else { return }
        transition.stop()
        self.transition = nil
        onNeedsDisplay()
    }

    private func show(_ screen: any Screen) {
        endTransition()
        // A gesture started on another screen doesn't continue here.
        mouse = MouseGestureRecognizer()
        screen.onNeedsDisplay = { [weak self, weak screen] in
            guard let self, let screen, visible.contains(where: { $0 === screen }) else { return }
            self.onNeedsDisplay()
        }
        screen.layOut(size: size, appearance: appearance)
        screen.appear()
        onNeedsDisplay()
    }
}
