/// The element that the user selected last, which stays selected when the list changes.
struct SelectionAnchor<ID: Hashable, Query: Hashable> {
    /// The number of moves so far. Shows whether the user has moved at all, or while a page was loading.
    private(set) var moves = 0
    /// The element that another screen showed last, if it isn't the selected one; selected by the next load.
    var shownElsewhere: ID?
    /// The element, in which list, and where in the view. Selected again whenever it's in the list, for example after a
    /// search.
    private var last: (id: ID, query: Query, position: GridCursor.ViewPosition)?
    /// The number of moves until `last` was set.
    private var lastMoves = 0

    /// Records a move of the user's.
    mutating func didMove() {
        moves += 1
        shownElsewhere = nil
    }

    /// Records the selected element if the user has moved since the last one.
    mutating func remember(_ id: ID, in query: Query, at position: GridCursor.ViewPosition) {
        guard moves > lastMoves else { return }
        last = (id, query, position)
        lastMoves = moves
    }

    /// Records that the user has accepted the selection, so that loads in progress don't change it.
    mutating func didConfirm() {
        moves += 1
    }

    /// Returns the element to select in the same list: that of another screen, or else the selected one; nil before the
    /// first move.
    func elementToKeep(selected: ID?) -> ID? { moves == 0 ? nil : shownElsewhere ?? selected }

    /// The element to select in another list; nil before the first move.
    var keptInOtherList: ID? { moves == 0 ? nil : last?.id }

    /// Returns where the view showed the element in a list; nil if that was another list.
    func position(in query: Query) -> GridCursor.ViewPosition? {
        last.flatMap { $0.query == query ? $0.position : nil }
    }
}
