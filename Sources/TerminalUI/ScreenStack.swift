/// The screens a person has gone through, the one on top visible.
@MainActor
public final class ScreenStack {
    /// Called when the visible screen has changed or wants to be drawn anew.
    public var onNeedsDisplay: () -> Void = {}

    private var screens: [any Screen] = []
    private var size: Size
    private var appearance: TerminalAppearance
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

    public func draw(on surface: inout Surface) {
        top?.draw(on: &surface)
    }

    public func handle(_ event: InputEvent) {
        switch event {
        case .mouse(let report): if let gesture = mouse.gesture(of: report, at: now()) { top?.handle(gesture) }
        case .key, .paste, .answer: top?.handle(event)
        }
    }

    /// The terminal has another size, or shows more than was known.
    public func layOut(size: Size, appearance: TerminalAppearance) {
        self.size = size
        self.appearance = appearance
        top?.layOut(size: size, appearance: appearance)
        onNeedsDisplay()
    }

    private func show(_ screen: any Screen) {
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
