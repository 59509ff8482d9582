import Albums
import Localization
import TerminalUI

/// A dialog with the years of a list as calendars, each day shaded by its number of photos. The answer is the index of
/// the first photo of a day.
struct PhotoCalendar: Dialog {
    /// The photos of a day.
    struct Entry: Sendable {
        let day: Day
        let count: Int
        /// The index of the first one in the list.
        let index: Int
    }

    /// In the order of the calendar; not empty.
    let entries: [Entry]
    /// The day that is selected at first.
    let selected: Day

    func screen(in context: ScreenContext, answer: @escaping (Int?) -> Void) -> any Screen {
        guard context.isForReaders else {
            return CalendarScreen(
                viewModel: CalendarViewModel(self, notices: context.notices, answer: answer), context: context)
        }
        let rows = entries.map { Menu.Row($0.index, UserFacingText.day($0.day), count: $0.count) }
        let index = entries.first { $0.day >= selected }?.index
        return Menu(
            keys: .timeline, title: localized("Days"), rows: rows, selected: index,
            search: .init(noMatch: { localized("No day matches \u{201C}\($0)\u{201D}") }, beginsWithDigit: true)
        ).screen(in: context, answer: answer)
    }
}

extension UserFacingText {
    static func day(_ day: Day) -> String {
        Catalog.current.language.date(year: day.month.year, month: day.month.number, day: day.number)
    }
}

/// The state and commands of a calendar.
@MainActor
final class CalendarViewModel {
    /// The selected day, whose year is shown.
    private(set) var selected: Day {
        didSet { onStateChange() }
    }

    /// Called after each change of the selection.
    var onStateChange: () -> Void = {}

    let answer: (Int?) -> Void
    private let entries: [PhotoCalendar.Entry]
    private let byDay: [Day: PhotoCalendar.Entry]
    private let maxCount: Int
    private let notices: Notices

    init(_ calendar: PhotoCalendar, notices: Notices, answer: @escaping (Int?) -> Void) {
        entries = calendar.entries
        selected = calendar.selected
        byDay = Dictionary(entries.map { ($0.day, $0) }) { first, _ in first }
        maxCount = entries.map(\.count).max() ?? 0
        self.notices = notices
        self.answer = answer
    }

    func count(_ day: Day) -> Int { byDay[day]?.count ?? 0 }

    /// Returns the shade of a day, from 0 without photos to 4 for the most. Quadratic steps give small counts different
    /// shades.
    func shade(_ day: Day) -> Int {
        let count = count(day)
        return (1...4).first { 16 * count <= $0 * $0 * maxCount }.map { count == 0 ? 0 : $0 } ?? 0
    }

    func select(_ day: Day) {
        selected = day
    }

    /// Moves by days, within the years that have photos.
    func move(by days: Int) {
        let day = selected.advanced(by: days)
        guard let first = entries.first, let last = entries.last,
            first.day.month.year...last.day.month.year ~= day.month.year
        else { return notices.explain(days < 0 ? .listStart : .listEnd) }
        selected = day
    }

    /// Selects the same day of the next year with photos, or of the previous one for a negative step.
    func moveYear(by step: Int) {
        let year = selected.month.year
        let next =
            step > 0
            ? entries.first { $0.day.month.year > year } : entries.last { $0.day.month.year < year }
        guard let next else { return notices.explain(step < 0 ? .listStart : .listEnd) }
        let month = Month(year: next.day.month.year, number: selected.month.number)
        selected = Day(month: month, number: min(selected.number, month.dayCount))
    }

    /// Selects the first or the last day with photos of the year.
    func moveToEnd(_ isLast: Bool) {
        let days = entries.lazy.map(\.day).filter { $0.month.year == self.selected.month.year }
        guard let day = isLast ? days.last : days.first, day != selected else {
            return notices.explain(isLast ? .listEnd : .listStart)
        }
        selected = day
    }

    func choose() {
        if let entry = byDay[selected] { answer(entry.index) } else { notices.explain(.emptyDay) }
    }
}

/// The screen of a calendar: a year in a box over the screen below, with the months in rows.
@MainActor
final class CalendarScreen: CommandScreen, BoxScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: CalendarViewModel
    var context: ScreenContext
    let keyMap: KeyMap<CalendarCommand>

    init(viewModel: CalendarViewModel, context: ScreenContext) {
        self.viewModel = viewModel
        self.context = context
        keyMap = KeyMap.calendar.with(context.keys)
        viewModel.onStateChange = { [weak self] in self?.onNeedsDisplay() }
    }

    /// The arrangement of the months, with the numbers of days if the whole year fits with them.
    private struct Arrangement {
        static let gap = 2
        static let monthCount = 12
        /// The title of a month, and up to six weeks.
        static let monthRows = 7

        /// The width of a day, in columns.
        let day: Int
        /// The number of months in a row.
        let across: Int
        /// The number of rows of months that fit.
        let down: Int

        var monthColumns: Int { 7 * day }
        var columns: Int { across * (monthColumns + Self.gap) - Self.gap }

        init(day: Int, in area: Size) {
            self.day = day
            let fitting = (area.columns + Self.gap) / (7 * day + Self.gap)
            across = [6, 4, 3, 2].first { $0 <= fitting } ?? 1
            down = max(1, min(Self.monthCount / across, area.rows / Self.monthRows))
        }

        var isWhole: Bool { across * down == Self.monthCount }
    }

    private var arrangement: Arrangement {
        let area = Size(columns: maxBoxColumns - 4, rows: size.rows - 3)
        let large = Arrangement(day: 3, in: area)
        return large.isWhole ? large : Arrangement(day: 2, in: area)
    }

    var box: Rect? {
        let arrangement = arrangement
        return centeredBox(columns: arrangement.columns + 4, rows: arrangement.down * Arrangement.monthRows + 2)
    }

    /// The index of the first month on the screen: 0 unless the terminal is small.
    private func firstMonth(_ arrangement: Arrangement) -> Int {
        let row = (viewModel.selected.month.number - 1) / arrangement.across
        return max(0, row - arrangement.down + 1) * arrangement.across
    }

    /// The days on the screen with their cells in the box.
    private var days: [(day: Day, column: Int, row: Int)] {
        months.flatMap { month, column, row in
            (1...month.dayCount).map { number in
                let position = month.firstWeekday + number - 1
                return (
                    Day(month: month, number: number), column + position % 7 * arrangement.day, row + 1 + position / 7
                )
            }
        }
    }

    /// The months on the screen with the positions of their titles in the box.
    private var months: [(month: Month, column: Int, row: Int)] {
        let arrangement = arrangement
        let first = firstMonth(arrangement)
        return (0..<arrangement.across * arrangement.down).map { index in
            (
                Month(year: viewModel.selected.month.year, number: first + index + 1),
                1 + index % arrangement.across * (arrangement.monthColumns + Arrangement.gap),
                index / arrangement.across * Arrangement.monthRows
            )
        }
    }

    func draw(on surface: inout Surface) {
        let (selected, arrangement) = (viewModel.selected, arrangement)
        let count = viewModel.count(selected)
        let title = UserFacingText.day(selected)
        draw(on: &surface, title: count == 0 ? title : "\(title) \u{00B7} \(UserFacingText.photos(count))") { surface in
            let names = Catalog.current.language.monthNames
            for (month, column, row) in months {
                surface.write(
                    names[month.number - 1], column: column, row: row, style: theme.accent,
                    width: arrangement.monthColumns)
            }
            let signs = surface.repertoire == .ascii ? Self.shadesOfASCII : Self.shades
            for (day, column, row) in days {
                let shade = viewModel.shade(day)
                let number = (day.number < 10 ? " " : "") + String(day.number)
                let style = day == selected ? theme.selected : shade == 0 ? theme.quiet : theme.text
                if arrangement.day > 2 || day == selected {
                    surface.write(number, column: column, row: row, style: style)
                    guard arrangement.day > 2 else { continue }
                    surface.write(signs[shade], column: column + 2, row: row, style: shade > 0 ? theme.accent : style)
                } else {
                    let sign = shade == 0 ? " \u{00B7}" : signs[shade] + signs[shade]
                    surface.write(sign, column: column, row: row, style: shade > 0 ? theme.accent : style)
                }
            }
        }
        bottomLine.draw(on: &surface)
    }

    private static let shades = [" ", "\u{2591}", "\u{2592}", "\u{2593}", "\u{2588}"]
    private static let shadesOfASCII = [" ", ".", "+", "*", "#"]

    var bottomLine: BottomLine {
        context.bottomLine(keyMap.hints(of: [.back, .choose, .previousYear]) + context.helpHints)
    }

    func run(_ command: CalendarCommand) {
        switch command {
        case .move(.left): viewModel.move(by: -1)
        case .move(.right): viewModel.move(by: 1)
        case .move(.up): viewModel.move(by: -7)
        case .move(.down): viewModel.move(by: 7)
        case .move(.first): viewModel.moveToEnd(false)
        case .move(.last): viewModel.moveToEnd(true)
        case .move(.pageUp), .move(.scrollUp), .previousYear: viewModel.moveYear(by: -1)
        case .move(.pageDown), .move(.scrollDown), .nextYear: viewModel.moveYear(by: 1)
        case .choose: viewModel.choose()
        case .back: goBack()
        }
    }

    func goBack() {
        viewModel.answer(nil)
    }

    func handle(_ gesture: MouseGesture) {
        switch gesture {
        case .click(let point):
            guard !handleClickOutside(at: point), let day = day(at: point) else { return }
            if day == viewModel.selected { viewModel.choose() } else { viewModel.select(day) }
        case .doubleClick(let point): if day(at: point) == viewModel.selected { viewModel.choose() }
        case .scrollUp: run(.previousYear)
        case .scrollDown: run(.nextYear)
        case .drag, .controlClick, .rightClick: break
        }
    }

    private func day(at point: Position) -> Day? {
        guard let box else { return nil }
        let (column, row, width) = (point.column - box.column - 1, point.row - box.row - 1, arrangement.day)
        return days.first { $0.row == row && ($0.column..<$0.column + width).contains(column) }?.day
    }
}

/// The commands of a calendar.
enum CalendarCommand: Hashable, Sendable {
    case move(GridCursor.Move)
    case choose, previousYear, nextYear, back
}

extension KeyMap<CalendarCommand> {
    static let calendar = KeyMap(
        "calendar",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Go to this day", hint: "go"),
            KeyBinding(
                [Key("[")], .previousYear, in: .move, help: "Previous year", joined: "Previous or next year",
                hint: "year", with: .nextYear),
            KeyBinding([Key("]")], .nextYear, in: .move, help: "Next year", joined: "Previous or next year"),
            KeyBinding([Key(.escape), Key("q")], .back, in: .move, help: "Go back", hint: "back"),
        ] + gridMoves { .move($0) })
}
