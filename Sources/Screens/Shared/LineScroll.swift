import Localization
import TerminalUI

/// The scroll position of a page of lines, and the keys that scroll it.
struct LineScroll {
    /// The visible lines.
    var visible: Range<Int> { first..<min(first + room, max(first, count)) }

    /// The line with the cursor, if there is a cursor.
    private(set) var current = 0

    /// Why the last key had no effect.
    private(set) var noEffect: NoEffect?

    private let hasCursor: Bool
    private let keyMap: KeyMap<LineScrollCommand>
    private var first = 0
    private var count = 0
    private var room = 1

    /// - Parameter hasCursor: Whether keys move a cursor, with the view following.
    init(keyMap: KeyMap<LineScrollCommand> = .page, hasCursor: Bool = false) {
        self.keyMap = keyMap
        self.hasCursor = hasCursor
    }

    /// The text for the bottom line.
    var hint: String {
        if let noEffect { return noEffect.words }
        return count > room
            ? localized(
                "\(keyMap.label(for: .up))\(keyMap.label(for: .down)) to scroll, any other key to go back")
            : localized("Press any key to go back")
    }

    /// Sets the number of lines in total and on the screen.
    mutating func layOut(count: Int, room: Int) {
        self.count = count
        self.room = max(1, room)
        scroll(by: 0)
    }

    /// Scrolls if the key is a scroll key; returns whether it is.
    mutating func handle(_ key: Key) -> Bool {
        guard let command = keyMap.command(for: key) else { return false }
        let before = (current, first)
        switch command {
        case .down: scroll(by: 1)
        case .up: scroll(by: -1)
        case .pageDown: scroll(by: room)
        case .pageUp: scroll(by: -room)
        case .first: scroll(by: -count)
        case .last: scroll(by: count)
        }
        if before == (current, first) {
            let isBackward = [.up, .pageUp, .first].contains(command)
            noEffect = count <= room && !hasCursor ? .wholePageShown : isBackward ? .listStart : .listEnd
        }
        return true
    }

    /// Scrolls if the gesture is a scroll gesture; returns whether it is.
    mutating func handle(_ gesture: MouseGesture) -> Bool {
        switch gesture {
        case .scrollUp: scroll(by: -Self.linesPerNotch)
        case .scrollDown: scroll(by: Self.linesPerNotch)
        default: return false
        }
        return true
    }

    /// The number of lines per notch of the wheel.
    private static let linesPerNotch = 3

    private mutating func scroll(by lines: Int) {
        noEffect = nil
        guard hasCursor else {
            first = max(0, min(first + lines, count - room))
            return
        }
        current = max(0, min(current + lines, count - 1))
        first = min(max(first, current - room + 1), current, max(0, count - room))
    }
}

/// A screen of lines that scroll; any other key and a click go back.
@MainActor
protocol ScrollingPage: Screen {
    var scroll: LineScroll { get set }
    var goBack: () -> Void { get }
}

extension ScrollingPage {
    func handle(_ event: InputEvent) {
        guard case .key(let key) = event else { return }
        if scroll.handle(key) { onNeedsDisplay() } else { goBack() }
    }

    func handle(_ gesture: MouseGesture) {
        if scroll.handle(gesture) {
            onNeedsDisplay()
        } else if case .click = gesture {
            goBack()
        }
    }
}

/// Commands of a page of lines.
enum LineScrollCommand: Sendable {
    case up, down, pageUp, pageDown, first, last
}

extension KeyMap<LineScrollCommand> {
    static let page = KeyMap(
        "page",
        [
            KeyBinding([Key(.up), Key("k")], .up, help: "Move up"),
            KeyBinding([Key(.down), Key("j")], .down, help: "Move down"),
            KeyBinding([Key(.pageUp)], .pageUp, help: "Page up"),
            KeyBinding([Key(.pageDown), Key(" ")], .pageDown, help: "Page down"),
            KeyBinding([Key(.home), Key("g")], .first, help: "Go to the first"),
            KeyBinding([Key(.end), Key("G")], .last, help: "Go to the last"),
        ])
}
