import Albums

/// How much of a list is read ahead, for a search above all, before somebody scrolls there.
struct ReadingLimit: Sendable {
    var maxCount = 100_000
    /// In bytes of the answers.
    var maxSize = 64 << 20

    func isReached<Element>(by known: KnownPages<Element>) -> Bool {
        known.receivedCount >= maxCount || known.receivedSize >= maxSize
    }
}
