import Synchronization

/// The reports about responses: whether each came from the cache because the host did not reply.
final class OfflineMarks: Sendable {
    private let values = Mutex<[Bool]>([])

    var all: [Bool] { values.withLock { $0 } }

    func append(_ isOffline: Bool) {
        values.withLock { $0.append(isOffline) }
    }

    /// Waits for this number of reports.
    func wait(for count: Int) async {
        while all.count < count { try? await Task.sleep(for: .milliseconds(5)) }
    }
}
