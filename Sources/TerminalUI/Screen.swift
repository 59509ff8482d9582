/// A view that fills the terminal.
@MainActor
public protocol Screen: AnyObject {
    /// Called by the screen to request a redraw; set by its stack.
    var onNeedsDisplay: () -> Void { get set }

    /// Draws the whole screen. Called when something has changed and the terminal can take a frame.
    func draw(on surface: inout Surface)

    /// Handles a key or a paste.
    func handle(_ event: InputEvent)

    /// Handles a mouse gesture.
    func handle(_ gesture: MouseGesture)

    /// Sets the size and appearance for drawing. Called before the first drawing and after each change.
    func layOut(size: Size, appearance: TerminalAppearance)

    /// Called when the screen becomes the top screen, for the first time or again.
    func appear()

    /// Called when the terminal has taken a frame of this screen completely.
    func didPresent()

    /// Called when the screen is covered or removed, to release whatever only a visible screen needs.
    func disappear()
}

extension Screen {
    /// Ignores the gesture, as most screens do.
    public func handle(_ gesture: MouseGesture) {}

    /// Does nothing, as most screens do.
    public func didPresent() {}
}
