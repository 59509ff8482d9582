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

    /// Called when the terminal has taken a frame of this screen completely.
    func didPresent()

    /// Called when a frame with the screen has been drawn. It is on the terminal once `didPresent` follows.
    func didDraw()

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

    public func didDraw() {}
    public func overlayOpened() {}
    public func disappear() {}
    public func pictureRect(of item: AnyHashable) -> Rect? { nil }
}
