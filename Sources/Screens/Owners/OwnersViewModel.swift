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

    /// The albums of a choice and, if known, their photos.
    struct Counts: Hashable, Sendable {
        let albums: GridCounts
        let photos: Int?
    }

    public var choices: MenuChoices<Choice>
    /// The counts loaded so far.
    var counts: [OwnerScope: Counts] = [:]
}

/// The state and commands of the owner picker.
@MainActor
public final class OwnersViewModel: SearchableMenuViewModel {
    /// Navigation, supplied by the coordinator.
    public struct Actions: SearchableMenuActions {
        var choose: (OwnerScope) -> Void
        var goBack: () -> Void
    }

    public private(set) var state: OwnersState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    public var onStateChange: () -> Void = {}

    private let library: any PhotoLibrary
    private let owners: [(owner: Owner, texts: [FoldedText])]
    let actions: Actions
    let notices: Notices
    private var counting: Task<Void, Never>?
    /// The choices with a count that has loaded or failed.
    private var counted: Set<OwnerScope> = []

    init(
        library: any PhotoLibrary, owners: [Owner], current: OwnerScope, notices: Notices, actions: Actions
    ) {
        self.library = library
        self.owners = owners.map { owner in
            (owner, [owner.name, owner.username ?? ""].map { FoldedText($0) })
        }
        self.actions = actions
        self.notices = notices
        let choices: [OwnersState.Choice] = [.everyone] + owners.map { .owner($0) }
        state = OwnersState(choices: MenuChoices(choices, selection: choices.firstIndex { $0.scope == current }))
    }

    var choices: MenuChoices<OwnersState.Choice> {
        get { state.choices }
        set {
            state.choices = newValue
            countAlbums()
        }
    }

    /// Counts the albums of the choices in view, one after the other: a service may need a request for each, and the
    /// complete list of everyone's albums answers all of them.
    public func countAlbums() {
        let visible = choices.cursor.visible.map { choices.matches[$0.index].scope }
        guard counting == nil, let scope = visible.first(where: { !counted.contains($0) }) else { return }
        counting = Task { [weak self, library] in
            let counts = try? await library.counts(of: scope)
            guard !Task.isCancelled, let self else { return }
            counting = nil
            counted.insert(scope)
            if let counts { state.counts[scope] = counts }
            countAlbums()
        }
    }

    /// Cancels outstanding loads; called when the screen is covered or left.
    public func suspend() {
        counting?.cancel()
        counting = nil
    }

    func choose(_ choice: OwnersState.Choice) {
        actions.choose(choice.scope)
    }

    func matches(for text: String) -> [OwnersState.Choice] {
        let query = SearchQuery(words: text)
        let matching = owners.filter { query.matches($0.texts) }.map { OwnersState.Choice.owner($0.owner) }
        return (query.isEmpty ? [.everyone] : []) + matching
    }
}

extension PhotoLibrary {
    /// Returns the number of albums and, if the list contains it, of their photos.
    fileprivate func counts(of scope: OwnerScope) async throws -> OwnersState.Counts {
        let page = try await albums(of: scope.ownerID, matching: .everything, in: 0..<1)
        let counts = GridCounts(page)
        // Longer lists would take time to add up.
        guard page.items.first?.photoCount != nil, page.isComplete, page.available <= 1000 else {
            return OwnersState.Counts(albums: counts, photos: nil)
        }
        let albums = try await albums(of: scope.ownerID, matching: .everything, in: 0..<page.available).items
        let photos = albums.compactMap(\.photoCount)
        return OwnersState.Counts(
            albums: counts, photos: photos.count == albums.count ? photos.reduce(0, &+) : nil)
    }
}
