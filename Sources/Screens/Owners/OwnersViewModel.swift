import Albums

/// Everything the owner picker shows: everyone first, unless there is a search, then each matching owner.
public struct OwnersState: Sendable {
    /// A choice in the list.
    public enum Choice: Hashable, Sendable {
        case everyone
        case owner(Owner)

        var scope: OwnerScope {
            switch self {
            case .everyone: .everyone
            case .owner(let owner): .owner(owner.id)
            }
        }
    }

    public var choices: [Choice]
    public var search = TextField()
    public var cursor = GridCursor()
}

/// The state and commands of the owner picker.
@MainActor
public final class OwnersViewModel: MenuViewModel {
    /// Navigation and messages, supplied by the coordinator.
    public struct Actions {
        var choose: (OwnerScope) -> Void
        var showHelp: ([HelpEntry]) -> Void
        /// Reports why a command has no effect.
        var explain: (NoEffect) -> Void
        var goBack: () -> Void
    }

    public private(set) var state: OwnersState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    public var onStateChange: () -> Void = {}

    private let owners: [(owner: Owner, texts: [FoldedText])]
    private let actions: Actions

    public init(owners: [Owner], current: OwnerScope, actions: Actions) {
        self.owners = owners.map { owner in
            (owner, [owner.name, owner.username ?? ""].map { FoldedText($0) })
        }
        self.actions = actions
        state = OwnersState(choices: [.everyone] + owners.map { .owner($0) })
        let index = state.choices.firstIndex { $0.scope == current }
        state.cursor.update(sections: [state.choices.count], selection: index)
    }

    var cursor: GridCursor {
        get { state.cursor }
        set { state.cursor = newValue }
    }

    func explain(_ reason: NoEffect) {
        actions.explain(reason)
    }

    public func chooseSelection() {
        guard state.choices.indices.contains(state.cursor.selection) else {
            return actions.explain(.nothingSelected)
        }
        actions.choose(state.choices[state.cursor.selection].scope)
    }

    /// Edits, opens or clears the search line; the list updates immediately.
    public func changeSearch(_ change: (inout TextField) -> Void) {
        var new = state
        change(&new.search)
        let query = SearchQuery(new.search.text)
        let matching = owners.filter { query.matches($0.texts) }.map { OwnersState.Choice.owner($0.owner) }
        new.choices = (query.words.isEmpty ? [.everyone] : []) + matching
        let selected =
            state.choices.indices.contains(state.cursor.selection) ? state.choices[state.cursor.selection] : nil
        let index = selected.flatMap { new.choices.firstIndex(of: $0) }
        new.cursor.update(sections: [new.choices.count], selection: index ?? 0)
        state = new
    }

    public func showHelp(_ entries: [HelpEntry]) {
        actions.showHelp(entries)
    }

    /// Clears an active search; without one, goes back.
    public func goBack() {
        if state.search.isActive {
            changeSearch { $0.clear() }
        } else {
            actions.goBack()
        }
    }
}
