/// A range of a list, with the counts that belong to it, all taken at one moment.
///
/// The list may still be growing (a folder is being scanned), so counts are what is known so far.
public struct Page<Element: Sendable>: Sendable {
    /// The elements of the range that was asked for, fewer where the list ends before it does, or is still being read.
    public let items: [Element]
    /// The number of elements of the range before `items`, which are still to be read.
    public let offset: Int
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

    /// The first element of the range; nil where the list ends before it, or it is still to be read.
    public var first: Element? { offset == 0 ? items.first : nil }

    public init(
        items: [Element], offset: Int = 0, matching: Int, available: Int, isComplete: Bool, total: Int? = nil,
        failure: LibraryFailure? = nil
    ) {
        self.items = items
        self.offset = offset
        self.matching = matching
        self.available = available
        self.isComplete = isComplete
        self.total = isComplete ? available : total
        self.failure = failure
    }
}

extension Page: Equatable where Element: Equatable {}
