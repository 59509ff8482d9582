import Albums

/// Everything the sort menu shows.
public struct SortState: Sendable {
    public let options: SortOptions
    public var cursor = GridCursor()
}

/// The state and commands of the sort menu.
@MainActor
public final class SortViewModel: MenuViewModel {
    /// Navigation and messages, supplied by the coordinator.
    public struct Actions {
        var choose: (ListOrder) -> Void
        var showHelp: ([HelpEntry]) -> Void
        /// Reports why a command has no effect.
        var explain: (NoEffect) -> Void
        var goBack: () -> Void
    }

    public private(set) var state: SortState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    public var onStateChange: () -> Void = {}

    private let actions: Actions

    public init(options: SortOptions, actions: Actions) {
        self.actions = actions
        state = SortState(options: options)
        state.cursor.update(
            sections: [options.orders.count], selection: options.orders.firstIndex(of: options.current))
    }

    var cursor: GridCursor {
        get { state.cursor }
        set { state.cursor = newValue }
    }

    func explain(_ reason: NoEffect) {
        actions.explain(reason)
    }

    public func chooseSelection() {
        actions.choose(state.options.orders[state.cursor.selection])
    }

    public func showHelp(_ entries: [HelpEntry]) {
        actions.showHelp(entries)
    }

    public func goBack() {
        actions.goBack()
    }
}
