/// A gesture that the user makes with the mouse.
public enum MouseGesture: Hashable, Sendable {
    /// The left button was pressed.
    case click(Position)
    /// The left button was pressed again at the same position, shortly after a click.
    case doubleClick(Position)
    /// The left button was pressed with the Control key.
    case controlClick(Position)
    /// The right button was pressed.
    case rightClick(Position)
    /// The mouse moved with the left button held; the distance is in cells.
    case drag(columns: Int, rows: Int)
    /// The wheel turned by one notch, away from the user or toward the user.
    case scrollUp(Position), scrollDown(Position)
}

/// Recognizes gestures in mouse events.
struct MouseGestureRecognizer {
    /// The maximum time between the two clicks of a double click.
    private static var doubleClickTime: Duration { .milliseconds(400) }

    /// The last click, unless it was already part of a double click or a drag.
    private var lastClick: (point: Position, time: ContinuousClock.Instant)?
    /// Where clicks are ignored, and until when.
    private var rest: (point: Position, end: ContinuousClock.Instant)?
    /// The last position of the mouse while the button is held.
    private var heldAt: Position?

    /// Ignores further clicks at a point for a moment, after one that has opened or left a screen: it may be the first of a
    /// double click.
    mutating func rest(at point: Position, from time: ContinuousClock.Instant) {
        rest = (point, time + Self.doubleClickTime)
    }

    /// Returns the gesture that an event completes, if any.
    mutating func gesture(of event: MouseEvent, at time: ContinuousClock.Instant) -> MouseGesture? {
        let point = Position(column: event.column, row: event.row)
        if event.action == .press, let rest {
            self.rest = nil
            if time < rest.end, point == rest.point { return nil }
        }
        switch (event.action, event.button) {
        case (.wheelUp, _): return .scrollUp(point)
        case (.wheelDown, _): return .scrollDown(point)
        case (.press, .right): return .rightClick(point)
        case (.press, .left) where event.modifiers.contains(.control):
            lastClick = nil
            return .controlClick(point)
        case (.press, .left):
            heldAt = point
            if let last = lastClick, last.point == point, time - last.time < Self.doubleClickTime {
                lastClick = nil
                return .doubleClick(point)
            }
            lastClick = (point, time)
            return .click(point)
        case (.drag, .left):
            guard let before = heldAt, before != point else { return nil }
            lastClick = nil
            heldAt = point
            return .drag(columns: point.column - before.column, rows: point.row - before.row)
        case (.release, _):
            heldAt = nil
            return nil
        default:
            return nil
        }
    }
}
