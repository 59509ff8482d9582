/// Everything a page or a panel of facts shows.
struct DetailsState: Sendable {
    var sheet: DetailSheet
    /// Whether loading more facts has taken long enough to show a busy indicator.
    var isSlow = false
    var scroll: LineScroll
}

/// The state and commands of a page of facts, or of a panel beside a photo.
@MainActor
final class DetailsViewModel: ScrollingViewModel {
    /// Navigation, supplied by the coordinator.
    struct Actions {
        var goBack: () -> Void
    }

    private(set) var state: DetailsState {
        didSet { onStateChange() }
    }

    /// Called after each change of the state.
    var onStateChange: () -> Void = {}

    /// Loads the facts that aren't available at once.
    private var complete: (@MainActor () async -> DetailSheet)?
    /// The sheet to show if the remaining facts take long to load.
    private var pending: DetailSheet?
    /// Recreates the facts, if they depend on the terminal.
    private let refresh: (() -> DetailSheet)?
    private let actions: Actions
    private let busyIndicator: BusyIndicator
    private var completing: Task<Void, Never>?

    init(
        sheet: DetailSheet, hasCursor: Bool, clock: any Clock<Duration>,
        complete: (@MainActor () async -> DetailSheet)? = nil, refresh: (() -> DetailSheet)? = nil, actions: Actions
    ) {
        state = DetailsState(sheet: sheet, scroll: LineScroll(hasCursor: hasCursor))
        self.complete = complete
        self.refresh = refresh
        self.actions = actions
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [weak self] in
            guard let self else { return }
            state.isSlow = busyIndicator.isShown
            if busyIndicator.isShown { showPending() }
        }
    }

    /// Loads the remaining facts.
    func load() {
        guard let complete, completing == nil else { return }
        completing = Task { [weak self] in
            let sheet = await complete()
            guard !Task.isCancelled, let self else { return }
            busyIndicator.update(isBusy: false)
            pending = sheet
            showPending()
        }
        busyIndicator.update(isBusy: true)
    }

    /// Shows another sheet. The previous one stays until all facts have loaded, or until loading takes long.
    func show(_ sheet: DetailSheet, complete: @escaping @MainActor () async -> DetailSheet) {
        suspend()
        self.complete = complete
        pending = sheet
        load()
    }

    /// Replaces the facts of the sheet.
    func update(_ sheet: DetailSheet) {
        if sheet != state.sheet { state.sheet = sheet }
    }

    private func showPending() {
        guard let pending else { return }
        self.pending = nil
        update(pending)
    }

    /// Called when the terminal has changed.
    func terminalChanged() {
        if let refresh { state.sheet = refresh() }
    }

    var scroll: LineScroll {
        get { state.scroll }
        set { state.scroll = newValue }
    }

    func goBack() {
        actions.goBack()
    }

    /// Cancels outstanding loads; called when the screen is covered or left.
    func suspend() {
        completing?.cancel()
        completing = nil
        busyIndicator.update(isBusy: false)
    }
}
