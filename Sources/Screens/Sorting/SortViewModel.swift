import Albums

/// Everything the sort menu shows.
public struct SortState: Sendable {
    public let options: SortOptions
    public var cursor = GridCursor()
}

/// The state and commands of the sort menu.
@MainActor
public final class SortViewModel: MenuViewModel {
    /// Navigation, supplied by the coordinator.
    public struct Actions {
        var choose: (ListOrder) -> Void
        var goBack: () -> Void
    }

    public private(set) var state: SortState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    public var onStateChange: () -> Void = {}

    private let actions: Actions
    let notices: Notices

    init(options: SortOptions, notices: Notices, actions: Actions) {
        self.actions = actions
        self.notices = notices
        state = SortState(options: options)
        state.cursor.update(
            sections: [options.orders.count], selection: options.orders.firstIndex(of: options.current))
    }

    var cursor: GridCursor {
        get { state.cursor }
        set { state.cursor = newValue }
    }

    public func chooseSelection() {
        actions.choose(state.options.orders[state.cursor.selection])
    }

    public func goBack() {
        actions.goBack()
    }
}
