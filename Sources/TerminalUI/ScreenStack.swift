import CellArt

/// A navigation stack of screens. The top screen is visible; an overlay also leaves the next one visible.
@MainActor
public final class ScreenStack {
    /// Called when the visible screen has changed or needs to be redrawn.
    public var onNeedsDisplay: () -> Void = {}
    /// Called with the key that a click stands for.
    public var onKey: (Key) -> Void = { _ in }

    private var screens: [any Screen] = []
    private var size: Size
    public private(set) var appearance: TerminalAppearance
    /// The colors in place of the terminal's own.
    public var ground = Style.plain
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

    /// All screens, the top one first.
    public var fromTop: ReversedCollection<[any Screen]> { screens.reversed() }

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
        if let transition {
            transition.draw(on: &surface)
            if appearance.pixelCell != nil {
                var last = Surface(size: surface.size, repertoire: surface.repertoire)
                drawVisible(on: &last)
                surface.upcoming = last.placements.map(\.picture)
            }
        } else {
            drawVisible(on: &surface)
        }
        surface.replaceTerminalColors(with: ground)
    }

    private func drawVisible(on surface: inout Surface) {
        for screen in visible {
            surface.cursor = nil
            screen.draw(on: &surface)
        }
    }

    /// The items of the last frame that has reached the terminal (`Surface.items`).
    public private(set) var delivered: Set<OpaqueID> = []

    /// Called when the set of items on the terminal changes.
    public func didDeliver(_ items: Set<OpaqueID>) {
        guard items != delivered else { return }
        delivered = items
        for screen in visible { screen.didDeliver(items) }
    }

    /// Called when the terminal's device has taken a frame completely.
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
            switch gesture {
            case .click(let point), .doubleClick(let point): if top !== before { mouse.rest(at: point, from: now()) }
            default: break
            }
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
        // The set may stay the same with this screen.
        screen.didDeliver(delivered)
        onNeedsDisplay()
    }
}

/// A view that fills the terminal.
@MainActor
public protocol Screen: AnyObject {
    /// Called by the screen to request a redraw; set by its stack.
    var onNeedsDisplay: () -> Void { get set }

    /// Whether the screen covers only a part of the one below, which stays visible but handles nothing.
    var isOverlay: Bool { get }

    /// Draws the whole screen. Called when something has changed and the terminal can take a frame.
    func draw(on surface: inout Surface)

    /// Handles a key or a paste.
    func handle(_ event: InputEvent)

    /// Handles a mouse gesture.
    func handle(_ gesture: MouseGesture)

    /// Returns the key that a click at a position stands for, such as the key of a hint; nil for other clicks.
    func key(at point: Position) -> Key?

    /// Sets the size and appearance for drawing. Called before the first drawing and after each change.
    func layOut(size: Size, appearance: TerminalAppearance)

    /// Called when the screen becomes visible or the top screen, for the first time or again.
    func appear()

    /// Called when the data that the screen shows may have changed.
    func reload()

    /// Called when the terminal's device has taken a frame of this screen completely.
    func didPresent()

    /// Called when the screen becomes visible, and when the set of items on the terminal changes.
    func didDeliver(_ items: Set<OpaqueID>)

    /// Called when an overlay takes over the input of the screen, which stays visible.
    func overlayOpened()

    /// Called when the screen is covered or removed, to release whatever only a visible screen needs.
    func disappear()

    /// Returns where the screen shows an item's picture, for transitions; nil if the item isn't in view.
    func pictureRect(of item: AnyHashable) -> Rect?
}

/// The defaults of a screen that neither loads anything nor takes part in transitions.
extension Screen {
    public var isOverlay: Bool { false }
    public func handle(_ gesture: MouseGesture) {}
    public func key(at point: Position) -> Key? { nil }
    public func appear() {}
    public func reload() {}
    public func didPresent() {}
    public func didDeliver(_ items: Set<OpaqueID>) {}
    public func overlayOpened() {}
    public func disappear() {}
    public func pictureRect(of item: AnyHashable) -> Rect? { nil }
}

/// A short animation from one screen to another, drawn instead of the top screen.
///
/// Its duration is fixed: if frames take long, fewer of them are drawn.
@MainActor
public final class ScreenTransition {
    /// The approximate time between frames.
    private static var step: Duration { .milliseconds(20) }

    private let duration: Duration
    private let clock: any Clock<Duration>
    private let content: (_ progress: Double, _ surface: inout Surface) -> Void
    private var elapsed: () -> Duration = { .zero }
    private var running: Task<Void, Never>?

    /// - Parameter content: draws the animation at a progress from 0 (start) to 1 (end).
    public init(
        lasting duration: Duration, clock: any Clock<Duration>,
        content: @escaping (_ progress: Double, _ surface: inout Surface) -> Void
    ) {
        self.duration = duration
        self.clock = clock
        self.content = content
    }

    func draw(on surface: inout Surface) {
        // The first frame already shows motion.
        content(min(1, (elapsed() + Self.step) / duration), &surface)
    }

    /// Starts the animation; calls `onStep` for each frame and `onEnd` when the time is up.
    func run(onStep: @escaping () -> Void, onEnd: @escaping () -> Void) {
        elapsed = Self.stopwatch(clock)
        running = Task { [elapsed, duration, clock] in
            while elapsed() < duration {
                onStep()
                try? await clock.sleep(for: Self.step)
                if Task.isCancelled { return }
            }
            onEnd()
        }
    }

    func stop() {
        running?.cancel()
    }

    private static func stopwatch<C: Clock>(_ clock: C) -> () -> Duration where C.Duration == Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
