/// One full-terminal view.
@MainActor
public protocol Screen: AnyObject {
    /// Told by the screen when it wants to be drawn anew; set by the stack it is on.
    var onNeedsDisplay: () -> Void { get set }

    /// Draws the whole screen; called when something changed and the terminal can take a frame.
    func draw(on surface: inout Surface)

    /// A key, a paste or the mouse.
    func handle(_ event: InputEvent)

    /// The size and abilities that the next drawing will have; called before the first one and after each change.
    func layOut(size: Size, appearance: TerminalAppearance)

    /// The screen is on top now, for the first time or again.
    func appear()

    /// Another screen has covered this one, or it is gone: let go of what only a visible screen needs.
    func disappear()
}
