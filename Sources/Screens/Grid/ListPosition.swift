import Localization

/// The position in a list and its length, as text for a header.
struct ListPosition {
    private let selection: Int
    private let counts: GridCounts?
    private let isSlow: Bool
    private let isSearching: Bool
    private let marked: Int
    private let isForReaders: Bool

    init<Element>(
        in contents: GridContents<Element>, isSearching: Bool, marked: Int = 0, isForReaders: Bool = false
    ) {
        selection = contents.arrangement.selection
        counts = contents.counts
        isSlow = contents.isSlow
        self.isSearching = isSearching
        self.marked = marked
        self.isForReaders = isForReaders
    }

    /// Whether the list isn't complete yet.
    var isGrowing: Bool { counts?.isComplete == false }

    /// `17/48`, or just `48` for screen readers, which read each change aloud; `12 of 48` during a search.
    ///
    /// While the list is incomplete, `17/60 of 5000` or `12 in 60 of 5000`.
    var text: String {
        guard let counts else { return "" }
        let marks = marked > 0 ? localized("\(marked) marked") + "  " : ""
        let position = marks + countText(counts)
        return isSlow ? localized("\(position), loading") : position
    }

    private func countText(_ counts: GridCounts) -> String {
        guard isSearching else {
            let known = counts.matching > 0 ? counts.available : 0
            return counts.withMore(isForReaders || known == 0 ? "\(known)" : "\(selection + 1)/\(known)")
        }
        return counts.isComplete
            ? localized("\(ungrouped: counts.matching) of \(ungrouped: counts.available)")
            : counts.withMore(localized("\(ungrouped: counts.matching) in \(ungrouped: counts.available)"))
    }
}
