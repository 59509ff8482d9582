/// A gesture that the user makes with the mouse.
public enum MouseGesture: Hashable, Sendable {
    /// The left button was pressed.
    case click(Position)
    /// The left button was pressed again at the same position, shortly after a click.
    case doubleClick(Position)
    /// The mouse moved with the left button held; the distance is in cells.
    case drag(columns: Int, rows: Int)
    /// The wheel turned by one notch, away from the user or toward the user.
    case scrollUp(Position), scrollDown(Position)
}
