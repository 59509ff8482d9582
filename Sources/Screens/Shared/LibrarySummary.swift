import Albums

/// The owners and totals of a library, reloaded after each change of the library.
@MainActor
final class LibrarySummary {
    /// Called when a load has finished.
    var onChange: () -> Void = {}

    /// Everyone with albums; nil before the first load has finished, and empty if the library doesn't know owners.
    private(set) var owners: [Owner]?
    private(set) var totals: LibraryTotals?

    /// Whether the last load failed or found no known owner.
    private(set) var hasFailed = false

    private let library: any PhotoLibrary
    private var loading: Task<Void, Never>?
    private var isOutdated = false

    init(library: any PhotoLibrary) {
        self.library = library
    }

    /// Reloads; during a load, schedules one more after it.
    func refresh() {
        guard loading == nil else {
            isOutdated = true
            return
        }
        isOutdated = false
        loading = Task { [weak self, library] in
            let owners = try? await library.owners()
            let totals = try? await library.totals()
            guard !Task.isCancelled, let self else { return }
            self.update(owners, totals)
        }
    }

    /// Cancels the outstanding load.
    func stop() {
        loading?.cancel()
        loading = nil
    }

    private func update(_ owners: [Owner]?, _ totals: LibraryTotals?) {
        loading = nil
        hasFailed = owners?.allSatisfy { $0.id == .unknown } != false || totals == nil
        // Keep the previous values after a failure.
        self.owners = owners ?? self.owners ?? []
        self.totals = totals ?? self.totals
        onChange()
        if isOutdated { refresh() }
    }
}
