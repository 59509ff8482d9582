import Albums

/// Everything the timeline shows: each year, followed by its months.
public struct TimelineState: Sendable {
    /// A year or a month in the list.
    public struct Entry: Hashable, Sendable {
        let period: TimelinePeriod
        /// The number of its photos.
        var count: Int
        /// See `MonthSection.modifiedCount`.
        var modifiedCount: Int
        /// The index of its first photo.
        let index: Int

        /// How many photos are dated by the modification of their files; nil if none are.
        var note: String? { UserFacingText.modified(modifiedCount, of: count) }

        /// The period as the user may type it: `2019` or `2019-07`.
        fileprivate var typedText: String {
            switch period {
            case .year(let year): String(year)
            case .month(let month): month.text
            case .undated: ""
            }
        }
    }

    public fileprivate(set) var entries: [Entry]
    public var choices: MenuChoices<Entry>
}

/// The state and commands of the timeline, which finds a year or month in a list that is sorted by date.
@MainActor
public final class TimelineViewModel: SearchableMenuViewModel {
    /// Navigation, supplied by the coordinator.
    public struct Actions: SearchableMenuActions {
        /// Counts the photos of each month again; nil if that fails.
        var count: () async -> [MonthSection]?
        /// Receives the index of the first photo of the chosen year or month.
        var choose: (Int) -> Void
        var goBack: () -> Void
    }

    public private(set) var state: TimelineState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    public var onStateChange: () -> Void = {}

    let actions: Actions
    let notices: Notices
    private var counting: Task<Void, Never>?
    /// Whether the counts may be outdated: a covered screen learns of no changes.
    private var needsReload = false

    /// - Parameter selection: the index of the current photo, to select its month.
    init(months: [MonthSection], selection: Int, notices: Notices, actions: Actions) {
        self.actions = actions
        self.notices = notices
        let entries = Self.entries(of: months)
        let selected = entries.lastIndex { entry in
            if case .year = entry.period { false } else { entry.index <= selection }
        }
        state = TimelineState(
            entries: entries, choices: MenuChoices(entries, search: TextField(.choice), selection: selected))
        state.choices.cursor.scroll(selectionToRow: selected ?? 0)
    }

    private static func entries(of months: [MonthSection]) -> [TimelineState.Entry] {
        var entries: [TimelineState.Entry] = []
        /// The index of the current year in the list.
        var year: Int?
        var index = 0
        func append(_ period: TimelinePeriod, _ section: MonthSection) {
            entries.append(
                .init(period: period, count: section.photoCount, modifiedCount: section.modifiedCount, index: index))
        }
        for section in months {
            if let month = section.month {
                if let known = year, entries[known].period == .year(month.year) {
                    entries[known].count += section.photoCount
                    entries[known].modifiedCount += section.modifiedCount
                } else {
                    year = entries.count
                    append(.year(month.year), section)
                }
            }
            append(TimelinePeriod(section.month), section)
            index += section.count
        }
        return entries
    }

    var choices: MenuChoices<TimelineState.Entry> {
        get { state.choices }
        set { state.choices = newValue }
    }

    /// Counts the photos again; called after changes of the library. The selected year or month stays selected.
    public func reload() {
        counting?.cancel()
        counting = Task { [weak self, count = actions.count] in
            let months = await count()
            guard !Task.isCancelled, let self, let months else { return }
            // The last photo with a date is gone.
            guard months.contains(where: { $0.month != nil }) else { return actions.goBack() }
            update(Self.entries(of: months))
        }
    }

    private func update(_ entries: [TimelineState.Entry]) {
        guard entries != state.entries else { return }
        let selected = state.choices.selected?.period
        var new = state
        new.entries = entries
        let matches = Self.matches(of: search.text, among: entries)
        new.choices.show(matches, selection: matches.firstIndex { $0.period == selected })
        state = new
    }

    /// Counts the photos again if the screen was covered; called when it becomes visible.
    func resume() {
        guard needsReload else { return }
        needsReload = false
        reload()
    }

    /// Cancels outstanding counts; called when the screen is covered or left.
    func suspend() {
        counting?.cancel()
        needsReload = true
    }

    func choose(_ entry: TimelineState.Entry) {
        actions.choose(entry.index)
    }

    /// Returns the years and months that match a search. `2019-0` finds the first months of 2019; a month without photos,
    /// the month closest to it.
    func matches(for text: String) -> [TimelineState.Entry] {
        Self.matches(of: text, among: state.entries)
    }

    private static func matches(of text: String, among entries: [TimelineState.Entry]) -> [TimelineState.Entry] {
        let query = SearchQuery(words: text)
        guard !query.isEmpty else { return entries }
        let typed = text.filter { $0 != " " }
        let found = entries.filter {
            $0.typedText.hasPrefix(typed) || query.matches([FoldedText(UserFacingText.period($0.period))])
        }
        guard found.isEmpty, let month = Month(typed: typed) else { return found }
        func distance(_ entry: TimelineState.Entry) -> Int? {
            if case .month(let other) = entry.period { abs(other.ordinal - month.ordinal) } else { nil }
        }
        let closest = entries.filter { distance($0) != nil }.min { (distance($0) ?? 0) < (distance($1) ?? 0) }
        return closest.map { [$0] } ?? []
    }
}

extension Month {
    /// Creates a month from `2019-07` or `2019-7`, and January from `2019`, `2019-` or `2019-0`.
    fileprivate init?(typed text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts[0].count == 4, let year = Int(parts[0]), (1...9999).contains(year) else {
            return nil
        }
        let number = parts.count == 1 || parts[1].isEmpty ? 0 : Int(parts[1])
        guard let number, (0...12).contains(number) else { return nil }
        self.init(year: year, number: max(1, number))
    }
}
