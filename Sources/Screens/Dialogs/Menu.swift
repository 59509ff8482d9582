import Albums
import Localization
import TerminalUI

/// A dialog with a list of choices, one per line, which the user may be able to search.
struct Menu<Choice: Hashable & Sendable>: Dialog {
    /// A choice with its line.
    struct Row: Sendable {
        let choice: Choice
        let text: String
        /// Follows the text, less prominently.
        let note: String?
        /// The number of its photos, at the right edge; 0 if there are none or it is unknown.
        let count: Int
        /// Other facts at the right edge: the first one, and others if they fit.
        var details: [String]
        /// The columns before the text.
        let indent: Int
        /// The texts that a search finds.
        let searched: [FoldedText]

        /// - Parameter searched: the texts that a search finds, if these aren't the text of the line.
        init(
            _ choice: Choice, _ text: String, note: String? = nil, count: Int = 0, details: [String] = [],
            indent: Int = 0, searched: [String]? = nil
        ) {
            (self.choice, self.text, self.note) = (choice, text, note)
            (self.count, self.details, self.indent) = (count, details, indent)
            self.searched = (searched ?? [text]).map { FoldedText($0) }
        }
    }

    /// The search of a menu.
    struct Search {
        /// Returns the sentence about a search without a match.
        let noMatch: (_ typed: String) -> String
        /// The text typed before the menu opened.
        var typed = ""
        /// Stands before a search inside the box, which takes all characters; nil for one that a key opens above the
        /// hints.
        var prompt: String?
        /// Whether a digit begins a search.
        var beginsWithDigit = false
        /// Returns the rows that match; nil for those with all typed words.
        var find: ((_ typed: String, _ rows: [Row]) -> [Row])?

        fileprivate func matches(of typed: String, among rows: [Row]) -> [Row] {
            if let find { return find(typed, rows) }
            let query = SearchQuery(words: typed)
            return query.isEmpty ? rows : rows.filter { query.matches($0.searched) }
        }
    }

    /// The keys, with the menu's name in the configuration. A row with a key of its own shows it.
    let keys: KeyMap<MenuCommand>
    let title: String
    let rows: [Row]
    /// The choice that is selected at first; nil for the first one.
    var selected: Choice?
    /// Nil if the menu has no search.
    var search: Search?
    /// Returns the rows after a change of the library; nil if that fails. Without rows, the menu closes.
    var reload: (@MainActor () async -> [Row]?)?
    /// Returns the second key's answer for a choice, such as its calendar; nil if the menu has no such key.
    var other: ((Choice) -> Choice)?
    /// Returns the details of a choice. Called for those in view, one after the other.
    var details: (@MainActor (Choice) async -> [String])?
    /// Returns the lines below the choices about one of them, while it is selected. Lines that don't fit are in pages.
    var text: ((_ choice: Choice, _ columns: Int, Repertoire) -> [String])?

    func screen(in context: ScreenContext, answer: @escaping (Choice?) -> Void) -> any Screen {
        MenuScreen(viewModel: MenuViewModel(self, notices: context.notices, answer: answer), context: context)
    }
}

/// The state and commands of a menu.
@MainActor
final class MenuViewModel<Choice: Hashable & Sendable> {
    /// Everything a menu shows.
    struct State: Sendable {
        var rows: [Menu<Choice>.Row]
        /// The rows that match the search.
        var matches: [Menu<Choice>.Row]
        var search = TextField(.choice)
        var cursor = GridCursor()
        /// The page of the text about the selected choice. The first page follows the last one.
        var page = 0

        /// The selected choice; nil if none matches.
        var selected: Choice? { matches.indices.contains(cursor.selection) ? matches[cursor.selection].choice : nil }
    }

    private(set) var state: State {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    let menu: Menu<Choice>
    private let notices: Notices
    private let answer: (Choice?) -> Void
    private var reloading: Task<Void, Never>?
    private var loadingDetails: Task<Void, Never>?
    /// The choices with details that have loaded.
    private var detailed: Set<Choice> = []
    /// Whether the rows may be outdated: a covered menu learns of no changes.
    private var needsReload = false

    init(_ menu: Menu<Choice>, notices: Notices, answer: @escaping (Choice?) -> Void) {
        self.menu = menu
        self.notices = notices
        self.answer = answer
        state = State(rows: menu.rows, matches: menu.rows)
        let selection = menu.rows.firstIndex { $0.choice == menu.selected } ?? 0
        state.cursor.update(sections: [menu.rows.count], selection: selection)
        state.cursor.scroll(selectionToRow: selection)
        if let search = menu.search, search.prompt != nil || !search.typed.isEmpty {
            changeSearch { $0.begin(with: search.typed) }
        }
    }

    /// The selected row and the scroll position.
    var cursor: GridCursor {
        get { state.cursor }
        set {
            var new = state
            if newValue.selection != new.cursor.selection { new.page = 0 }
            new.cursor = newValue
            state = new
            loadDetails()
        }
    }

    /// Edits, opens or clears the search line; the list updates immediately. The selected choice stays selected if it
    /// matches.
    func changeSearch(_ change: (inout TextField) -> Void) {
        var new = state
        change(&new.search)
        if new.search.text != state.search.text { show(new.rows, in: &new, orSelecting: 0) }
        state = new
        loadDetails()
        if isPalette, !new.search.isTyping { answer(nil) }
    }

    /// Whether the user types a search all the time, and its best match is selected.
    var isPalette: Bool { menu.search?.prompt != nil }

    /// Shows rows, with the same choice selected.
    ///
    /// - Parameter selection: selected if that choice is gone; nil for the same line.
    private func show(_ rows: [Menu<Choice>.Row], in new: inout State, orSelecting selection: Int?) {
        let selected = isPalette ? nil : new.selected
        new.rows = rows
        new.matches = menu.search?.matches(of: new.search.text, among: rows) ?? rows
        new.cursor.update(
            sections: [new.matches.count],
            selection: new.matches.firstIndex { $0.choice == selected } ?? selection)
    }

    func move(_ move: GridCursor.Move) {
        if let reason = cursor.attempt(move) { notices.explain(reason) }
    }

    func chooseSelection() {
        if let selected = state.selected { answer(selected) } else { notices.explain(.nothingSelected) }
    }

    /// Answers with a row's choice.
    func choose(row: Int) {
        if menu.rows.indices.contains(row) { answer(menu.rows[row].choice) }
    }

    func turnPage(by step: Int) {
        state.page += step
    }

    /// Answers with the second key's choice.
    func chooseOther() {
        guard let other = menu.other else { return notices.explain(.noDays) }
        if let selected = state.selected { answer(other(selected)) } else { notices.explain(.nothingSelected) }
    }

    /// Clears an active search; without one, goes back.
    func goBack() {
        if state.search.isActive { changeSearch { $0.clear() } } else { answer(nil) }
    }

    /// Loads rows again if they may have changed while the menu was covered, and the details in view; called when the menu
    /// appears.
    func resume() {
        if needsReload { reload() }
        loadDetails()
    }

    /// Cancels outstanding loads; called when the menu is covered or closed.
    func suspend() {
        reloading?.cancel()
        loadingDetails?.cancel()
        loadingDetails = nil
        needsReload = true
    }

    /// Loads the rows again; called after changes of the library.
    func reload() {
        guard let load = menu.reload else { return }
        needsReload = false
        reloading?.cancel()
        reloading = Task { [weak self] in
            let rows = await load()
            guard !Task.isCancelled, let self, let rows else { return }
            guard !rows.isEmpty else { return answer(nil) }
            var new = state
            show(rows, in: &new, orSelecting: nil)
            state = new
        }
    }

    /// Loads the details of the choices in view.
    private func loadDetails() {
        guard let load = menu.details, loadingDetails == nil else { return }
        let visible = state.cursor.visible.map { state.matches[$0.index].choice }
        guard let choice = visible.first(where: { !detailed.contains($0) }) else { return }
        loadingDetails = Task { [weak self] in
            let details = await load(choice)
            guard !Task.isCancelled, let self else { return }
            loadingDetails = nil
            detailed.insert(choice)
            var new = state
            let isLoaded = { (row: Menu<Choice>.Row) in row.choice == choice }
            if let index = new.rows.firstIndex(where: isLoaded) { new.rows[index].details = details }
            if let index = new.matches.firstIndex(where: isLoaded) { new.matches[index].details = details }
            state = new
            loadDetails()
        }
    }
}

/// The screen of a menu: a box over the screen below.
@MainActor
final class MenuScreen<Choice: Hashable & Sendable>: CommandScreen, BoxScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: MenuViewModel<Choice>
    var context: ScreenContext
    let keyMap: KeyMap<MenuCommand>
    /// The texts of choices that have been wrapped. The box needs them for two widths.
    private var texts: [TextKey: WrappedText] = [:]

    private struct TextKey: Hashable {
        let choice: Choice
        let columns: Int
    }

    private struct WrappedText {
        var lines: [String] = []
        var width = 0
    }

    init(viewModel: MenuViewModel<Choice>, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = viewModel.menu.keys.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    func appear() { viewModel.resume() }
    func disappear() { viewModel.suspend() }
    func reload() { viewModel.reload() }

    var isTyping: Bool { viewModel.state.search.isTyping }

    func changeText(_ change: (inout TextField) -> Void) {
        viewModel.changeSearch(change)
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        context.layOut(size: size, appearance: appearance)
        viewModel.cursor.layOut(
            columns: 1, lines: isOverlay ? maxBoxLines : max(1, size.rows - firstRow - bottomRows), linesPerRow: 1)
    }

    /// Handles a gesture. A click selects a row, and a double click chooses it; in a palette, a click does.
    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point):
            if let row = row(at: point) {
                viewModel.cursor.select(row)
                if viewModel.isPalette { viewModel.chooseSelection() }
            } else {
                handleClickOutside(at: point)
            }
        case .doubleClick(let point): if row(at: point) != nil { viewModel.chooseSelection() }
        case .scrollUp: viewModel.move(.scrollUp)
        case .scrollDown: viewModel.move(.scrollDown)
        case .drag, .controlClick, .rightClick: break
        }
    }

    private func row(at point: Position) -> Int? {
        guard box?.contains(point) ?? true else { return nil }
        return viewModel.cursor.item(inLine: point.row - firstRow - (box.map { $0.row + 1 } ?? 0))
    }

    func goBack() {
        viewModel.goBack()
    }

    func press(_ key: Key) {
        if let command = keyMap.command(for: key) {
            run(command)
        } else if viewModel.menu.search?.beginsWithDigit == true, key.digit != nil {
            viewModel.changeSearch {
                $0.begin()
                _ = $0.handle(key)
            }
        } else {
            explainUnused(key)
        }
    }

    func run(_ command: MenuCommand) {
        switch command {
        case .move(let move) where move == .pageUp || move == .pageDown:
            let area = textArea
            if text(columns: area.columns).count > area.rows {
                viewModel.turnPage(by: move == .pageUp ? -1 : 1)
            } else {
                viewModel.move(move)
            }
        case .move(let move): viewModel.move(move)
        case .pick(let row): viewModel.choose(row: row)
        case .choose: viewModel.chooseSelection()
        case .search: viewModel.changeSearch { $0.begin() }
        case .calendar: viewModel.chooseOther()
        case .back: viewModel.goBack()
        }
    }

    func draw(on surface: inout Surface) {
        let state = viewModel.state
        draw(on: &surface, title: viewModel.menu.title) { surface in
            if let prompt = viewModel.menu.search?.prompt { drawSearch(prompt, on: &surface) }
            if state.matches.isEmpty, let search = viewModel.menu.search {
                let lines = UserFacingText.lines(
                    shortening: state.search.text, columns: surface.size.columns - 3, surface.repertoire,
                    in: search.noMatch)
                surface.write(lines.first ?? "", column: 2, row: firstRow, style: theme.quiet)
            }
            drawRows(on: &surface)
            for (line, text) in shownText(in: textArea).enumerated() {
                surface.write(
                    text, column: 1, row: firstRow + state.matches.count + 1 + line, style: theme.quiet)
            }
        }
        bottomLine.draw(on: &surface)
    }

    /// Draws the rows in view.
    private func drawRows(on surface: inout Surface) {
        let state = viewModel.state
        let visible = state.cursor.visible
        for item in visible {
            let row = firstRow + item.line
            let isSelected = item.index == state.cursor.selection
            if isSelected { surface.markSelected(row: row, theme: theme, isWhole: isOverlay) }
            draw(
                state.matches[item.index], key: keyMap.label(for: .pick(item.index)), row: row,
                style: isSelected ? theme.selected : theme.text, on: &surface)
        }
        drawArrows(around: visible, on: &surface)
    }

    /// Draws arrows at the right edge where rows are out of view.
    private func drawArrows(around visible: [GridCursor.Item], on surface: inout Surface) {
        guard !theme.isForReaders, let first = visible.first, let last = visible.last else { return }
        let column = surface.size.columns - 1
        if first.index > 0 { surface.write("\u{2191}", column: column, row: firstRow + first.line, style: theme.quiet) }
        if last.index < viewModel.cursor.count - 1 {
            surface.write("\u{2193}", column: column, row: firstRow + last.line, style: theme.quiet)
        }
    }

    /// Draws the search of a palette, with the number of the selected match.
    private func drawSearch(_ prompt: String, on surface: inout Surface) {
        let state = viewModel.state
        let position = UserFacingText.position(state.cursor.selection + 1, of: state.matches.count)
        let end = surface.size.columns - 1 - width(position)
        if !state.matches.isEmpty { surface.write(position, column: end, row: 0, style: theme.quiet) }
        state.search.draw(on: &surface, prompt: prompt, column: 1, row: 0, width: end - 3, theme: theme)
    }

    private func draw(
        _ choice: Menu<Choice>.Row, key: String, row: Int, style: Style, on surface: inout Surface
    ) {
        let columns = surface.size.columns
        guard key.isEmpty else {
            let column = isOverlay ? 3 : 2
            let isSelected = style == theme.selected
            surface.write(
                key, column: column, row: row, style: isOverlay && isSelected ? style : theme.accent, width: 1)
            surface.write(
                " \(choice.text) ", column: column + 1, row: row, style: style, width: columns - column - 2)
            return
        }
        guard !theme.isForReaders else {
            let count = choice.count > 0 ? [UserFacingText.photos(choice.count)] : []
            let line = UserFacingText.list([choice.text] + count + choice.details + [choice.note].compactMap { $0 })
            surface.write(line, column: 2, row: row, style: style, width: columns - 2)
            // The search keeps the cursor.
            if viewModel.isPalette, style == theme.selected {
                surface.write("\u{25B8}", column: 0, row: row, style: theme.accent)
            }
            return
        }
        let quiet = style == theme.selected ? style : theme.quiet
        let column = 3 + choice.indent
        let fitting = columns - column - width(choice.text) - 2
        let facts = facts(of: choice)
        let details = (min(1, facts.count)...facts.count).map { UserFacingText.list(Array(facts.prefix($0))) }
        let detail = details.last { width($0) <= fitting } ?? details[0]
        let end = columns - (detail.isEmpty ? 0 : width(detail) + 1)
        surface.write(detail, column: end, row: row, style: quiet)
        let used = surface.write(choice.text, column: column, row: row, style: style, width: end - column - 1)
        surface.write(
            choice.note.map { " \u{00B7} \($0)" } ?? "", column: column + used, row: row, style: quiet,
            width: end - column - 1 - used)
    }

    /// The facts at the right edge.
    private func facts(of choice: Menu<Choice>.Row) -> [String] {
        (choice.count > 0 ? [UserFacingText.number(choice.count)] : []) + choice.details
    }

    // MARK: Text about the selected choice

    private func text(columns: Int) -> [String] {
        viewModel.state.selected.map { text(about: $0, columns: columns).lines } ?? []
    }

    private func text(about choice: Choice, columns: Int) -> WrappedText {
        guard let text = viewModel.menu.text else { return WrappedText() }
        let key = TextKey(choice: choice, columns: columns)
        if let known = texts[key] { return known }
        let lines = text(choice, columns, appearance.repertoire)
        let wrapped = WrappedText(lines: lines, width: lines.map(width).max() ?? 0)
        texts[key] = wrapped
        return wrapped
    }

    /// The lines in view: all, or a page with its number.
    private func shownText(in area: Size) -> [String] {
        let lines = text(columns: area.columns)
        guard lines.count > area.rows, area.rows > 1 else { return Array(lines.prefix(max(0, area.rows))) }
        let (page, pages) = (viewModel.state.page, (lines.count - 1) / (area.rows - 1) + 1)
        let number = (page % pages + pages) % pages
        let shown = lines.dropFirst(number * (area.rows - 1)).prefix(area.rows - 1)
        let key = keyMap.label(for: .move(.pageDown))
        return Array(shown) + Array(repeating: "", count: area.rows - 1 - shown.count)
            + ["\(UserFacingText.position(number + 1, of: pages)) \u{00B7} \(key)"]
    }

    /// The area below the choices.
    private var textArea: Size {
        let rows = viewModel.state.matches.count + 1
        return box.map { Size(columns: $0.columns - 4, rows: $0.rows - 2 - rows) }
            ?? Size(columns: size.columns - 2, rows: size.rows - firstRow - rows - 2)
    }

    private func width(_ text: String) -> Int { VisibleText(text, repertoire: appearance.repertoire).width }

    /// The frame. Its size is constant while the user searches.
    var box: Rect? {
        let rows = viewModel.state.rows
        guard !viewModel.isPalette else {
            let columns = min(Self.paletteColumns, maxBoxColumns)
            let top = min(2, max(0, size.rows - 11))
            return context.isForReaders
                ? nil
                : Rect(column: (size.columns - columns) / 2, row: top, columns: columns, rows: maxBoxLines + 3)
        }
        let texts = rows.map { $0.indent + width($0.text) + ($0.note.map { width(" \u{00B7} \($0)") } ?? 0) }
        let details = rows.map { width(UserFacingText.list(facts(of: $0))) }.max() ?? 0
        let key = keyMap.label(for: .pick(0)).isEmpty ? 2 : 5
        let columns = (texts.max() ?? 0) + key + (details == 0 ? 0 : details + 2)
        guard viewModel.menu.text != nil else { return box(columns: columns, lines: rows.count) }
        // The same box for all choices, so that nothing moves.
        let longest = rows.map { text(about: $0.choice, columns: size.columns - 6).width }.max() ?? 0
        guard let wide = box(columns: max(columns, longest), lines: 1) else { return nil }
        let below = rows.map { text(about: $0.choice, columns: wide.columns - 4).lines.count }.max() ?? 0
        return box(columns: max(columns, longest), lines: rows.count + (below > 0 ? 1 + below : 0))
    }

    /// Returns a frame around a number of lines in the middle of the screen; nil for screen readers.
    private func box(columns: Int, lines: Int) -> Rect? {
        centeredBox(columns: max(Self.minBoxColumns, columns + 4), rows: min(max(1, lines), maxBoxLines) + 2)
    }

    /// The lines inside the highest box, which leaves the bottom lines free.
    private var maxBoxLines: Int {
        guard viewModel.isPalette else { return max(1, size.rows - 2 - bottomRows) }
        return max(1, min(viewModel.state.rows.count, Self.maxPaletteLines, size.rows - 5))
    }

    private static var minBoxColumns: Int { 40 }
    private static var paletteColumns: Int { 60 }
    private static var maxPaletteLines: Int { 16 }

    /// The row of the first line; in a palette, the one below the search.
    private var firstRow: Int { viewModel.isPalette ? 1 : contentRow }

    /// The lines below the rows: the bottom line and, in a menu with a search, its line.
    private var bottomRows: Int { viewModel.menu.search == nil || viewModel.isPalette ? 1 : 2 }

    var bottomLine: BottomLine {
        let search = viewModel.state.search
        let choose = viewModel.cursor.count == 0 ? [] : keyMap.hints(of: [.choose])
        if viewModel.isPalette {
            return context.bottomLine(choose + [Hint(key: Key(.escape), label: localized("cancel", context: "hint"))])
        }
        let hints =
            search.isTyping
            ? choose + [Hint(key: Key(.escape), label: localized("clear", context: "hint"))]
            : keyMap.hints(of: [.back]) + choose + keyMap.hints(of: [.search])
                + (viewModel.menu.other == nil ? [] : keyMap.hints(of: [.calendar])) + context.helpHints
        return context.bottomLine(hints, search: search)
    }
}

/// The commands of a menu.
enum MenuCommand: Hashable, Sendable {
    case move(GridCursor.Move)
    case choose, search, calendar, back
    /// Chooses a row by its own key.
    case pick(Int)
}

extension KeyMap<MenuCommand> {
    /// The keys of all menus with a name in the configuration.
    static let menus = [owners, sort, timeline, searchValues, albums]

    static let owners = menu(
        "owners",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Show this owner's albums", hint: "choose"),
            KeyBinding([Key("/")], .search, help: "Search owners", hint: "search"),
        ])

    static let sort = menu(
        "sort",
        [KeyBinding([Key(.enter)], .choose, in: .move, help: "Apply the selected order", hint: "choose")])

    static let timeline = menu(
        "timeline",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Go to this year or month", hint: "go"),
            KeyBinding([Key("/")], .search, help: "Search months", hint: "search"),
            KeyBinding([Key("y")], .calendar, help: "Show the days of the year", hint: "calendar"),
        ])

    static let searchValues = menu(
        "values",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Search for this value", hint: "choose"),
            KeyBinding([Key("/")], .search, help: "Search values", hint: "search"),
        ])

    static let albums = menu(
        "albums",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Add to this album", hint: "choose"),
            KeyBinding([Key("/")], .search, help: "Search albums", hint: "search"),
        ])

    /// Adds the keys that are the same in all menus.
    private static func menu(_ name: String, _ bindings: [KeyBinding<Command>]) -> KeyMap {
        let hasSearch = bindings.contains { $0.command == .search }
        let back =
            hasSearch
            ? KeyBinding<Command>(
                [Key(.escape), Key("q")], .back, in: .move, help: "Clear the search, or go back", hint: "back")
            : KeyBinding<Command>([Key(.escape), Key("q")], .back, in: .move, help: "Go back", hint: "back")
        return KeyMap(name, bindings + [back] + gridMoves { .move($0) })
    }
}
