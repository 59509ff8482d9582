import Albums

/// Everything the menu of a search field's values shows.
public struct SearchValuesState: Sendable {
    public let field: SearchField
    let values: [SearchValue]
    public fileprivate(set) var choices: MenuChoices<SearchValue>
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
        state = SearchValuesState(
            field: field, values: values, choices: MenuChoices(values, search: TextField(.choice)))
        if !typed.isEmpty { changeSearch { $0.begin(with: typed) } }
    }

    var choices: MenuChoices<SearchValue> {
        get { state.choices }
        set { state.choices = newValue }
    }

    func matches(for text: String) -> [SearchValue] {
        let query = SearchQuery(words: text)
        return state.values.filter { query.matches([FoldedText($0.text)]) }
    }

    func choose(_ value: SearchValue) {
        actions.choose(value.text)
    }
}
