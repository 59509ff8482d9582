import Localization
import TerminalUI

/// Which lines of a page are in view, and the keys that scroll it; any other key goes back.
struct LineScroll {
    /// The lines in view.
    var visible: Range<Int> { first..<min(first + room, max(first, count)) }

    /// The line that the cursor is on, where there is one.
    private(set) var current = 0

    /// Why the last key scrolled nothing.
    private(set) var noEffect: NoEffect?

    private let hasCursor: Bool
    private let keyMap: KeyMap<LineScrollCommand>
    private var first = 0
    private var count = 0
    private var room = 1

    /// - Parameter hasCursor: whether keys move a cursor, which the view follows.
    init(keyMap: KeyMap<LineScrollCommand> = .page, hasCursor: Bool = false) {
        self.keyMap = keyMap
        self.hasCursor = hasCursor
    }

    /// What the bottom line says.
    var hint: String {
        if let noEffect { return noEffect.words }
        return count > room
            ? localized(
                "\(keyMap.label(for: .up))\(keyMap.label(for: .down)) more, any other key goes back")
            : localized("Any key goes back")
    }

    /// The page has so many lines, and room for some of them.
    mutating func layOut(count: Int, room: Int) {
        self.count = count
        self.room = max(1, room)
        scroll(by: 0)
    }

    /// Scrolls where the key is for that, and tells whether it is.
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
        noEffect = nil
        guard hasCursor else {
            first = max(0, min(first + lines, count - room))
            return
        }
        current = max(0, min(current + lines, count - 1))
        first = min(max(first, current - room + 1), current, max(0, count - room))
    }
}
