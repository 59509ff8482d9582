import Localization
import TerminalUI

/// The scroll position of a page of lines.
struct LineScroll: Hashable, Sendable {
    /// The visible lines.
    var visible: Range<Int> { first..<min(first + height, max(first, count)) }

    /// The line with the cursor, if there is a cursor.
    private(set) var current = 0

    /// The row of the current line in the view.
    var currentRow: Int { current - first }

    /// Whether there are more lines than fit.
    var isScrollable: Bool { count > height }

    /// The command that shows more lines: down, or at the end up; nil if all lines are in view.
    var hintedCommand: LineScrollCommand? { isScrollable ? isAtEnd ? .up : .down : nil }

    private var isAtEnd: Bool { hasCursor ? current + 1 == count : first + height >= count }

    private let hasCursor: Bool
    private var first = 0
    private var count = 0
    private var height = 1

    /// - Parameter hasCursor: Whether keys move a cursor, with the view following.
    init(hasCursor: Bool = false) {
        self.hasCursor = hasCursor
    }

    /// Sets the number of lines in total and on the screen.
    ///
    /// - Parameter followsEnd: Whether the view stays at the end once the user has scrolled there.
    mutating func layOut(count: Int, height: Int, followsEnd: Bool = false) {
        let wasAtEnd = isScrollable && isAtEnd
        self.count = count
        self.height = max(1, height)
        scroll(by: followsEnd && wasAtEnd ? count : 0)
    }

    /// The effect of a key.
    enum Response: Hashable {
        /// The key doesn't scroll.
        case unused
        /// The key scrolled, or had no effect for this reason.
        case used(NoEffect?)
    }

    /// Scrolls if the key is a scroll key.
    mutating func handle(_ key: Key, in keyMap: KeyMap<LineScrollCommand> = .page) -> Response {
        guard let command = keyMap.command(for: key), ![.filter, .edit, .back].contains(command) else { return .unused }
        return .used(run(command))
    }

    /// Scrolls. Returns the reason if that has no effect.
    @discardableResult
    mutating func run(_ command: LineScrollCommand) -> NoEffect? {
        let before = (current, first)
        switch command {
        case .down: scroll(by: 1)
        case .up: scroll(by: -1)
        case .pageDown: scroll(by: height)
        case .pageUp: scroll(by: -height)
        case .first: scroll(by: -count)
        case .last: scroll(by: count)
        case .filter, .edit, .back: return nil
        }
        guard before == (current, first) else { return nil }
        let isBackward = [.up, .pageUp, .first].contains(command)
        return !isScrollable && !hasCursor ? .nothingToScroll : isBackward ? .pageStart : .pageEnd
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
        guard hasCursor else {
            first = max(0, min(first + lines, count - height))
            return
        }
        current = max(0, min(current + lines, count - 1))
        first = min(max(first, current - height + 1), current, max(0, count - height))
    }
}

/// A screen with lines that scroll.
@MainActor
protocol ScrollingScreen: NoticeScreen {
    var scroll: LineScroll { get set }
    var scrollKeys: KeyMap<LineScrollCommand> { get }
}

extension ScrollingScreen {
    /// Changes the scroll position.
    @discardableResult
    func changeScroll<Result>(_ change: (inout LineScroll) -> Result) -> Result {
        let before = scroll
        let result = change(&scroll)
        if scroll != before { onNeedsDisplay() }
        return result
    }

    /// Scrolls if the key is a scroll key, and explains a scroll without effect. Returns whether it is a scroll key.
    func scroll(by key: Key) -> Bool {
        guard case .used(let noEffect) = changeScroll({ $0.handle(key, in: scrollKeys) }) else { return false }
        if let noEffect { context.notices.explain(noEffect) }
        return true
    }

    /// The hint for scrolling; empty if all lines are in view.
    var scrollHints: [Hint] {
        scroll.hintedCommand.map { scrollKeys.hints(only: $0, as: localized("scroll", context: "hint")) } ?? []
    }
}

/// A page of lines; a click goes back.
@MainActor
protocol ScrollingPage: ScrollingScreen {
    var keyMap: KeyMap<LineScrollCommand> { get }
    /// The keys that open the page, and also leave it.
    var openingKeys: [Key] { get }
    /// Whether a click goes back.
    var goesBackOnClick: Bool { get }

    func goBack()
}

extension ScrollingPage {
    var scrollKeys: KeyMap<LineScrollCommand> { keyMap }
    var openingKeys: [Key] { [] }
    var goesBackOnClick: Bool { true }

    func handle(_ event: InputEvent) {
        guard case .key(let key) = event, !scroll(by: key) else { return }
        if goesBack(key) { goBack() } else { explain(key) }
    }

    /// Whether the key leaves the page.
    func goesBack(_ key: Key) -> Bool { keyMap.command(for: key) == .back || openingKeys.contains(key) }

    /// Explains a key that does nothing here.
    func explain(_ key: Key) {
        context.notices.explain(.unusedKeyToGoBack(key.label, backKey: keyMap.label(for: .back)))
    }

    func handle(_ gesture: MouseGesture) {
        let isUsed = changeScroll { $0.handle(gesture) }
        if !isUsed, case .click = gesture, goesBackOnClick { goBack() }
    }
}

/// Commands of a page of lines.
enum LineScrollCommand: Sendable {
    case up, down, pageUp, pageDown, first, last, back
    /// Only the help screen has a filter.
    case filter
    /// Edits the texts of a photo, on the page of its details.
    case edit
}

extension KeyMap<LineScrollCommand> {
    static let page = KeyMap(
        "page",
        [
            KeyBinding([Key(.up), Key("k")], .up, in: .move, help: "Scroll up", joined: "Scroll up or down"),
            KeyBinding([Key(.down), Key("j")], .down, in: .move, help: "Scroll down", joined: "Scroll up or down"),
            KeyBinding([Key(.pageUp)], .pageUp, in: .move, help: "Page up", joined: "Page up or down"),
            KeyBinding([Key(.pageDown), Key(" ")], .pageDown, in: .move, help: "Page down", joined: "Page up or down"),
            KeyBinding(
                [Key(.home), Key("g")], .first, in: .move, help: "Go to the top", joined: "Go to the top or bottom"),
            KeyBinding(
                [Key(.end), Key("G")], .last, in: .move, help: "Go to the bottom", joined: "Go to the top or bottom"),
            KeyBinding(
                [Key(.escape), Key("q"), Key(.left), Key("h"), Key(.backspace), Key(.enter)], .back, in: .move,
                help: "Go back", hint: "back"),
        ])

    /// The page with a filter.
    static let help = KeyMap(
        "page",
        page.bindings + [
            KeyBinding([Key("/")], .filter, help: "Filter the keys on the help screen", hint: "filter")
        ])

    /// The page of a photo's details.
    static let information = KeyMap(
        "page",
        page.bindings + [
            KeyBinding([Key("e")], .edit, help: "Edit title, description and other texts of a photo", hint: "edit")
        ])
}
