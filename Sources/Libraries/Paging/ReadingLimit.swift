import Albums

/// Limits prefetching, in particular for searching and sorting.
struct ReadingLimit: Sendable {
    var maxCount = 100_000
    /// The total size of the responses, in bytes.
    var maxSize = 64 << 20

    func isReached<Element>(by known: KnownPages<Element>) -> Bool {
        known.receivedCount >= maxCount || known.receivedSize >= maxSize
    }
}
