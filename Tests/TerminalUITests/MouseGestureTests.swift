import Testing

@testable import TerminalUI

@Suite("Mouse gestures")
struct MouseGestureTests {
    private let start = ContinuousClock.now

    private func event(
        _ action: MouseEvent.Action, _ column: Int, _ row: Int, button: MouseEvent.Button = .left
    ) -> MouseEvent {
        MouseEvent(action: action, button: button, modifiers: [], column: column, row: row)
    }

    /// Returns the gestures recognized in events at times in milliseconds.
    private func gestures(_ events: (milliseconds: Int, event: MouseEvent)...) -> [MouseGesture] {
        var recognizer = MouseGestureRecognizer()
        return events.compactMap {
            recognizer.gesture(of: $0.event, at: start + .milliseconds($0.milliseconds))
        }
    }

    @Test("Pressing and releasing a button is a click")
    func click() {
        #expect(
            gestures((0, event(.press, 3, 4)), (20, event(.release, 3, 4))) == [.click(Position(column: 3, row: 4))])
    }

    @Test("Two quick clicks at one position are a double click, and a third is a click")
    func doubleClick() {
        let point = Position(column: 3, row: 4)
        let clicks = [0, 200, 400].flatMap { [($0, event(.press, 3, 4)), ($0 + 50, event(.release, 3, 4))] }
        #expect(
            gestures(clicks[0], clicks[1], clicks[2], clicks[3], clicks[4], clicks[5])
                == [.click(point), .doubleClick(point), .click(point)])
    }

    @Test("Two clicks far apart in time or position are not a double click", arguments: [(401, 3), (100, 4)])
    func twoClicks(milliseconds: Int, column: Int) {
        #expect(
            gestures((0, event(.press, 3, 4)), (milliseconds, event(.press, column, 4)))
                == [.click(Position(column: 3, row: 4)), .click(Position(column: column, row: 4))])
    }

    @Test("A click right after one that has opened a screen is ignored at its point, and a later one isn't")
    func rest() {
        let start = ContinuousClock.now
        var recognizer = MouseGestureRecognizer()
        recognizer.rest(at: Position(column: 3, row: 4), from: start)
        #expect(recognizer.gesture(of: event(.press, 3, 4), at: start + .milliseconds(399)) == nil)
        recognizer.rest(at: Position(column: 3, row: 5), from: start)
        #expect(
            recognizer.gesture(of: event(.press, 3, 4), at: start + .milliseconds(500))
                == .click(Position(column: 3, row: 4)))
    }

    @Test("A drag reports the distance since the last event and ends with the button")
    func drag() {
        let gestures = gestures(
            (0, event(.press, 10, 10)), (10, event(.drag, 12, 9)), (20, event(.drag, 12, 9)),
            (30, event(.drag, 7, 10)), (40, event(.release, 7, 10)), (50, event(.drag, 0, 0)))
        #expect(
            gestures == [
                .click(Position(column: 10, row: 10)), .drag(columns: 2, rows: -1), .drag(columns: -5, rows: 1),
            ])
    }

    @Test("The wheel scrolls at the mouse position; the middle button does nothing")
    func wheel() {
        let gestures = gestures(
            (0, event(.wheelUp, 1, 2, button: .none)), (1, event(.wheelDown, 1, 2, button: .none)),
            (2, event(.press, 1, 2, button: .middle)), (3, event(.drag, 5, 2, button: .middle)))
        #expect(
            gestures == [.scrollUp(Position(column: 1, row: 2)), .scrollDown(Position(column: 1, row: 2))])
    }

    @Test("Control-clicks and right clicks are separate gestures, and never part of a double click")
    func otherClicks() {
        let point = Position(column: 1, row: 2)
        let control = MouseEvent(action: .press, button: .left, modifiers: [.control], column: 1, row: 2)
        #expect(
            gestures((0, event(.press, 1, 2)), (100, control), (200, event(.press, 1, 2)))
                == [.click(point), .controlClick(point), .click(point)])
        #expect(
            gestures((0, event(.press, 1, 2, button: .right)), (1, event(.drag, 5, 2, button: .right)))
                == [.rightClick(point)])
    }
}
