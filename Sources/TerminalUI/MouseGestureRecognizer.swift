/// Recognizes gestures in mouse events.
struct MouseGestureRecognizer {
    /// The maximum time between the two clicks of a double click.
    private static var doubleClickTime: Duration { .milliseconds(400) }

    /// The last click, unless it was already part of a double click or a drag.
    private var lastClick: (place: Position, time: ContinuousClock.Instant)?
    /// The last position of the mouse while the button is held.
    private var heldAt: Position?

    /// Returns the gesture that an event completes, if any.
    mutating func gesture(of event: MouseEvent, at time: ContinuousClock.Instant) -> MouseGesture? {
        let place = Position(column: event.column, row: event.row)
        switch (event.action, event.button) {
        case (.wheelUp, _): return .scrollUp(place)
        case (.wheelDown, _): return .scrollDown(place)
        case (.press, .left):
            heldAt = place
            if let last = lastClick, last.place == place, time - last.time < Self.doubleClickTime {
                lastClick = nil
                return .doubleClick(place)
            }
            lastClick = (place, time)
            return .click(place)
        case (.drag, .left):
            guard let before = heldAt, before != place else { return nil }
            lastClick = nil
            heldAt = place
            return .drag(columns: place.column - before.column, rows: place.row - before.row)
        case (.release, _):
            heldAt = nil
            return nil
        default:
            return nil
        }
    }
}
