/// Makes gestures of what the mouse did.
struct MouseGestureRecognizer {
    /// How soon a second click has to come.
    private static var doubleClickTime: Duration { .milliseconds(400) }

    /// The last click, as long as another one would make it a double click.
    private var lastClick: (place: Position, time: ContinuousClock.Instant)?
    /// Where the mouse was last while the button is held.
    private var heldAt: Position?

    /// The gesture that an event completes; nil where it is none yet, or none that means anything.
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
