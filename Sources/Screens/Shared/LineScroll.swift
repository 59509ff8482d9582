import Localization
import TerminalUI

/// Which lines of a page are in view, and the keys that scroll it; any other key goes back.
struct LineScroll {
    /// The lines in view.
    var visible: Range<Int> { first..<min(first + room, max(first, count)) }

    /// The line that the cursor is on, where there is one.
    private(set) var current = 0

    private let hasCursor: Bool
    private var first = 0
    private var count = 0
    private var room = 1

    /// - Parameter hasCursor: whether keys move a cursor, which the view follows.
    init(hasCursor: Bool = false) {
        self.hasCursor = hasCursor
    }

    /// What the bottom line says.
    var hint: String {
        count > room ? localized("\u{2191}\u{2193} more, any other key goes back") : localized("Any key goes back")
    }

    /// The page has so many lines, and room for some of them.
    mutating func layOut(count: Int, room: Int) {
        self.count = count
        self.room = max(1, room)
        scroll(by: 0)
    }

    /// Scrolls where the key is for that, and tells whether it is.
    mutating func handle(_ key: Key) -> Bool {
        switch key {
        case Key(.down), Key("j"): scroll(by: 1)
        case Key(.up), Key("k"): scroll(by: -1)
        case Key(.pageDown), Key(" "): scroll(by: room)
        case Key(.pageUp): scroll(by: -room)
        case Key(.home), Key("g"): scroll(by: -count)
        case Key(.end), Key("G"): scroll(by: count)
        default: return false
        }
        return true
    }

    /// Scrolls where the gesture is for that, and tells whether it is.
    mutating func handle(_ gesture: MouseGesture) -> Bool {
        switch gesture {
        case .scrollUp: scroll(by: -Self.linesPerNotch)
        case .scrollDown: scroll(by: Self.linesPerNotch)
        default: return false
        }
        return true
    }

    /// How far the wheel scrolls.
    private static let linesPerNotch = 3

    private mutating func scroll(by lines: Int) {
        guard hasCursor else {
            first = max(0, min(first + lines, count - room))
            return
        }
        current = max(0, min(current + lines, count - 1))
        first = min(max(first, current - room + 1), current, max(0, count - room))
    }
}
