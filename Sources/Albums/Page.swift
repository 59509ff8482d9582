/// A range of a list, with the counts that belong to it, all taken at one moment.
///
/// The list may still be growing (a folder is being scanned), so counts are what is known so far.
public struct Page<Element: Sendable>: Sendable {
    /// The elements of the range that was asked for, fewer where the list ends before it does, or is still being read.
    public let items: [Element]
    /// How many elements match the query so far.
    public let matching: Int
    /// How many elements there are so far, matching or not.
    public let available: Int
    /// Whether the list is known to its end.
    public let isComplete: Bool
    /// How many elements there will be in the end, nil while that is not known.
    public let total: Int?
    /// Why the list does not go on, nil when it does; asking for what comes next tries again.
    public let failure: LibraryFailure?

    public init(
        items: [Element], matching: Int, available: Int, isComplete: Bool, total: Int? = nil,
        failure: LibraryFailure? = nil
    ) {
        self.items = items
        self.matching = matching
        self.available = available
        self.isComplete = isComplete
        self.total = isComplete ? available : total
        self.failure = failure
    }
}

extension Page: Equatable where Element: Equatable {}
