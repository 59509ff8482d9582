import Albums
import CellArt
import TerminalUI

/// The environment of all screens: the size and appearance of the terminal, the theme, the user's keys and the notices.
@MainActor
struct ScreenContext {
    let themes: ThemeSettings
    let keys: KeyOverrides
    let notices: Notices
    let pictures: PictureSettings
    /// Whether the run picks photos for another program.
    let isPicking: Bool
    /// The names of color labels.
    let labels: LabelNames
    let programKeys: KeyMap<ProgramCommand>
    let photoKeys: KeyMap<PhotoCommand>
    private(set) var size = Size(columns: 80, rows: 24)
    private(set) var appearance = TerminalAppearance(colors: .none, repertoire: .unicode)
    private(set) var theme = Theme.mono

    init(
        themes: ThemeSettings, keys: KeyOverrides, notices: Notices, pictures: PictureSettings, isPicking: Bool = false,
        labels: LabelNames = .default
    ) {
        self.themes = themes
        self.keys = keys
        self.notices = notices
        self.pictures = pictures
        self.isPicking = isPicking
        self.labels = labels
        programKeys = KeyMap.program.with(keys)
        photoKeys = KeyMap.all(keys, isPicking: isPicking)
    }

    /// Whether text replaces pictures, for users of a screen reader or braille display.
    var isForReaders: Bool { themes.isForReaders }

    /// The style in which photos are converted to cells.
    var style: ArtStyle { pictures.style(on: appearance) }

    mutating func layOut(size: Size, appearance: TerminalAppearance) {
        self.size = size
        self.appearance = appearance
        theme = themes.theme(on: appearance)
    }

    /// Draws pictures with finer elements, or coarser ones for a negative step, or explains that there are none.
    func changeSymbols(by step: Int, andThen arrange: () -> Void) {
        let before = pictures.elements(on: appearance)
        let elements = pictures.step(by: step, on: appearance)
        guard elements != before else {
            return notices.explain(elements == .pixels ? .finestPixels : step > 0 ? .finestSymbols : .coarsestSymbols)
        }
        notices.post(.info(elements.notice), about: .symbols)
        arrange()
    }

    var helpHints: [Hint] { programKeys.hints(of: [.help]) }

    /// The hint at the key that picks photos; empty in other runs.
    var pickHints: [Hint] { photoKeys.hints(of: [.pick]) }

    /// Returns hints over the last line of a photo; nil on a terminal where they would cover too much of it.
    ///
    /// - Parameter linesBelow: the number of lines with a caption or notice.
    func hintLine(_ hints: [Hint], above linesBelow: Int) -> BottomLine? {
        let rows = size.rows - linesBelow
        guard rows > Self.minRowsWithHints else { return nil }
        return BottomLine(
            notices: Notices.State(), hints: hints, theme: theme, size: Size(columns: size.columns, rows: rows),
            repertoire: appearance.repertoire)
    }

    private static let minRowsWithHints = 4

    /// The notices above some lines at the bottom.
    func noticeLine(above linesBelow: Int) -> BottomLine {
        BottomLine(
            notices: notices.state, hints: [], theme: theme,
            size: Size(columns: size.columns, rows: max(1, size.rows - linesBelow)), repertoire: appearance.repertoire)
    }

    /// - Parameters:
    ///   - failure: A failure that the screen shows elsewhere, so that a notice doesn't repeat it.
    ///   - search: The search of the screen, shown above the line while the user types it.
    ///   - selection: The line above otherwise.
    func bottomLine(
        _ hints: [Hint], below failure: (any Error)? = nil, search: TextField? = nil, searchHelp: SearchHelp? = nil,
        selection: SelectionLine? = nil
    ) -> BottomLine {
        var notices = notices.state
        if let failure, notices.current?.text == UserFacingText.partlyFailed(failure) { notices.current = nil }
        return BottomLine(
            notices: notices, hints: hints, search: search, searchHelp: searchHelp, selection: selection,
            theme: theme, size: size,
            repertoire: appearance.repertoire)
    }
}

/// A screen that draws with the shared context.
@MainActor
protocol ContextScreen: Screen {
    var context: ScreenContext { get }
}

extension ContextScreen {
    var size: Size { context.size }
    var appearance: TerminalAppearance { context.appearance }
    var theme: Theme { context.theme }
}

/// A screen with a bottom line. Its notices count as seen once they are on the terminal.
@MainActor
protocol NoticeScreen: ContextScreen {
    var bottomLine: BottomLine { get }
}

extension NoticeScreen {
    func key(at point: Position) -> Key? { bottomLine.key(at: point) }

    func didPresent() {
        context.notices.didPresent()
    }
}

/// A screen with keys for commands, and possibly a text field that takes keys while it has focus.
@MainActor
protocol CommandScreen: NoticeScreen, CommandListing {
    associatedtype Command: Hashable & Sendable
    var keyMap: KeyMap<Command> { get }
    /// Whether the text field has focus.
    var isTyping: Bool { get }

    func changeText(_ change: (inout TextField) -> Void)
    /// Runs the command of a key, or explains that it has none.
    func press(_ key: Key)
    func run(_ command: Command)
}

extension CommandScreen {
    var isTyping: Bool { false }
    var actions: [NamedAction] { keyMap.actions { [weak self] in self?.run($0) } }
    var helpEntries: [HelpEntry] { keyMap.helpEntries }

    func changeText(_ change: (inout TextField) -> Void) {}

    func handle(_ event: InputEvent) {
        switch event {
        case .key(let key) where isTyping:
            var response = TextField.Response.unused
            changeText { response = $0.handle(key) }
            // Keys that the field ignores run commands, so that the arrow keys move through the list while typing.
            if response == .unused { press(key) } else { explain(response) }
        case .key(let key):
            press(key)
        case .paste(let text) where isTyping:
            var response = TextField.Response.used
            changeText { response = $0.paste(text) }
            explain(response)
        case .paste, .mouse, .response:
            break
        }
    }

    func press(_ key: Key) {
        if let command = keyMap.command(for: key) { run(command) } else { explainUnused(key) }
    }

    /// Explains that a key has no command.
    func explainUnused(_ key: Key) {
        if isTyping { return context.notices.explain(.unusedKeyToCancel(key.label)) }
        let helpKey = context.programKeys.label(for: .help)
        guard !helpKey.isEmpty else { return }
        context.notices.explain(.unusedKey(key.label, helpKey: helpKey))
    }

    private func explain(_ response: TextField.Response) {
        if let reason = response.noEffect(ifUnused: nil) { context.notices.explain(reason) }
    }
}
