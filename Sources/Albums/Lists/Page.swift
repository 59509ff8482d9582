import Basics

/// A range of a list with matching counts, all from one snapshot.
///
/// The list may still be growing, for example during a folder scan, so counts are provisional.
public struct Page<Element: Sendable>: Sendable {
    /// The elements of the requested range; fewer if the list ends earlier or is still loading.
    public let items: [Element]
    /// The number of elements at the start of the range that have not loaded yet; `items` follow them.
    public let offset: Int
    /// The number of elements that match the query so far.
    public let matching: Int
    /// The number of elements so far, matching or not.
    public let available: Int
    /// Whether the list has been read to its end.
    public let isComplete: Bool
    /// The final number of elements, nil while unknown.
    public let total: Int?
    /// The error that stopped the list from loading, if any. Requesting a later range retries.
    public let failure: LibraryFailure?

    /// The first element of the range; nil if the list ends before it or it has not loaded yet.
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

extension Page {
    /// Returns the page with its elements transformed.
    public func map<Other: Sendable>(_ transform: (Element) -> Other) -> Page<Other> {
        Page<Other>(
            items: items.map(transform), offset: offset, matching: matching, available: available,
            isComplete: isComplete, total: total, failure: failure)
    }
}

extension Page: Equatable where Element: Equatable {}
