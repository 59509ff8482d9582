import Albums

/// Everything the sort menu shows.
public struct SortState: Sendable {
    public let options: SortOptions
    public var cursor = GridCursor()
}

/// The state and commands of the sort menu.
@MainActor
public final class SortViewModel {
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

    /// Sets the number of orders that fit on the screen.
    public func layOut(lines: Int) {
        state.cursor.layOut(columns: 1, lines: lines, linesPerRow: 1)
    }

    public func move(_ move: GridCursor.Move) {
        if let reason = state.cursor.attempt(move) { actions.explain(reason) }
    }

    /// Selects the order at an index.
    public func select(_ index: Int) {
        state.cursor.select(index)
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
