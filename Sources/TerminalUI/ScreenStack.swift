/// The screens a person has gone through, the one on top visible.
@MainActor
public final class ScreenStack {
    /// Called when the visible screen has changed or wants to be drawn anew.
    public var onNeedsDisplay: () -> Void = {}

    private var screens: [any Screen] = []
    private var size: Size
    private var appearance: TerminalAppearance
    /// Drawn in place of the visible screen while it lasts.
    private var transition: ScreenTransition?
    private var mouse = MouseGestureRecognizer()
    private let now: () -> ContinuousClock.Instant

    /// - Parameter now: tells whether two clicks are one double click.
    public init(
        size: Size, appearance: TerminalAppearance, now: @escaping () -> ContinuousClock.Instant = { .now }
    ) {
        self.size = size
        self.appearance = appearance
        self.now = now
    }

    /// The visible screen.
    public var top: (any Screen)? { screens.last }

    public var count: Int { screens.count }

    /// Puts a screen on top.
    public func push(_ screen: any Screen) {
        top?.disappear()
        screens.append(screen)
        show(screen)
    }

    /// Takes the top screen away; the last one stays.
    public func pop() {
        guard screens.count > 1 else { return }
        let gone = screens.removeLast()
        gone.onNeedsDisplay = {}
        gone.disappear()
        if let screen = top { show(screen) }
    }

    /// Shows a movement to the visible screen, until that is over or something happens.
    public func play(_ transition: ScreenTransition) {
        endTransition()
        self.transition = transition
        transition.run(
            onStep: { [weak self] in self?.onNeedsDisplay() }, onEnd: { [weak self] in self?.endTransition() })
    }

    public func draw(on surface: inout Surface) {
        if let transition { transition.draw(on: &surface) } else { top?.draw(on: &surface) }
    }

    /// A key, a paste or the mouse, which also ends a movement.
    public func handle(_ event: InputEvent) {
        switch event {
        case .mouse(let report):
            guard let gesture = mouse.gesture(of: report, at: now()) else { return }
            endTransition()
            top?.handle(gesture)
        case .key, .paste:
            endTransition()
            top?.handle(event)
        case .answer:
            top?.handle(event)
        }
    }

    /// The terminal has another size, or shows more than was known.
    public func layOut(size: Size, appearance: TerminalAppearance) {
        endTransition()
        self.size = size
        self.appearance = appearance
        top?.layOut(size: size, appearance: appearance)
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
        // What was begun on another screen is not gone on with here.
        mouse = MouseGestureRecognizer()
        screen.onNeedsDisplay = { [weak self, weak screen] in
            guard let self, let screen, self.top === screen else { return }
            self.onNeedsDisplay()
        }
        screen.layOut(size: size, appearance: appearance)
        screen.appear()
        onNeedsDisplay()
    }
}
