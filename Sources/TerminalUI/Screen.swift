/// One full-terminal view.
@MainActor
public protocol Screen: AnyObject {
    /// Told by the screen when it wants to be drawn anew; set by the stack it is on.
    var onNeedsDisplay: () -> Void { get set }

    /// Draws the whole screen; called when something changed and the terminal can take a frame.
    func draw(on surface: inout Surface)

    /// A key or a paste.
    func handle(_ event: InputEvent)

    /// Something done with the mouse.
    func handle(_ gesture: MouseGesture)

    /// The size and abilities that the next drawing will have; called before the first one and after each change.
    func layOut(size: Size, appearance: TerminalAppearance)

    /// The screen is on top now, for the first time or again.
    func appear()

    /// Another screen has covered this one, or it is gone: let go of what only a visible screen needs.
    func disappear()
}

extension Screen {
    /// Most of what can be done with the mouse means nothing on most screens.
    public func handle(_ gesture: MouseGesture) {}
}
