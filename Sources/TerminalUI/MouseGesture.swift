/// What a person does with the mouse.
public enum MouseGesture: Hashable, Sendable {
    /// The left button went down.
    case click(Position)
    /// The left button went down again at the same place soon after a click.
    case doubleClick(Position)
    /// The mouse moved by so many cells with the left button held.
    case drag(columns: Int, rows: Int)
    /// The wheel turned by a notch, away from the person or towards them.
    case scrollUp(Position), scrollDown(Position)
}
