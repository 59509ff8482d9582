import Albums

/// Everything the menu of a search field's values shows.
public struct SearchValuesState: Sendable {
    public let field: SearchField
    let values: [SearchValue]
    /// The values that match the search.
    public fileprivate(set) var matches: [SearchValue]
    public fileprivate(set) var search = TextField(.choice)
    public var cursor = GridCursor()
}

/// The state and commands of the menu of a search field's values.
@MainActor
public final class SearchValuesViewModel: SearchableMenuViewModel {
    /// Navigation, supplied by the coordinator.
    public struct Actions: SearchableMenuActions {
        /// Receives the chosen value.
        var choose: (String) -> Void
        var goBack: () -> Void
    }

    public private(set) var state: SearchValuesState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    public var onStateChange: () -> Void = {}

    let actions: Actions
    let notices: Notices

    /// - Parameter typed: the beginning of the value that the user has typed.
    init(field: SearchField, values: [SearchValue], typed: String, notices: Notices, actions: Actions) {
        self.actions = actions
        self.notices = notices
        state = SearchValuesState(field: field, values: values, matches: values)
        state.cursor.update(sections: [values.count])
        if !typed.isEmpty { changeSearch { $0.begin(with: typed) } }
    }

    var cursor: GridCursor {
        get { state.cursor }
        set { state.cursor = newValue }
    }

    var search: TextField { state.search }

    /// Edits, opens or clears the search line; the list updates immediately.
    public func changeSearch(_ change: (inout TextField) -> Void) {
        var new = state
        change(&new.search)
        let query = SearchQuery(words: new.search.text)
        new.matches = new.values.filter { query.matches([FoldedText($0.text)]) }
        new.cursor.update(sections: [new.matches.count], selection: 0)
        state = new
    }

    public func chooseSelection() {
        guard state.matches.indices.contains(state.cursor.selection) else {
            return explain(.nothingSelected)
        }
        actions.choose(state.matches[state.cursor.selection].text)
    }
}
