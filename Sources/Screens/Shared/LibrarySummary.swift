import Albums

/// Who has albums in a library and how much there is in it, asked for anew whenever the library tells of a change.
@MainActor
final class LibrarySummary {
    /// Called when an answer has come.
    var onChange: () -> Void = {}

    /// Everyone who has albums, nil until they have answered for the first time; none when the library cannot tell.
    private(set) var owners: [Owner]?
    private(set) var totals: LibraryTotals?

    /// Whether the last question has brought no answer, or none of whose albums there are.
    private(set) var hasFailed = false

    private let library: any PhotoLibrary
    private var asking: Task<Void, Never>?
    private var isOutdated = false

    init(library: any PhotoLibrary) {
        self.library = library
    }

    /// Asks again; while a question is under way, once more after it.
    func refresh() {
        guard asking == nil else {
            isOutdated = true
            return
        }
        isOutdated = false
        asking = Task { [weak self, library] in
            let owners = try? await library.owners()
            let totals = try? await library.totals()
            guard !Task.isCancelled, let self else { return }
            self.know(owners, totals)
        }
    }

    /// Waits for nothing any more.
    func stop() {
        asking?.cancel()
        asking = nil
    }

    private func know(_ owners: [Owner]?, _ totals: LibraryTotals?) {
        asking = nil
        hasFailed = owners?.allSatisfy { $0.id == .unknown } != false || totals == nil
        // What was known before a failure still holds.
        self.owners = owners ?? self.owners ?? []
        self.totals = totals ?? self.totals
        onChange()
        if isOutdated { refresh() }
    }
}
