import Synchronization

/// What was told of each answer: whether it was kept from before because the host did not answer.
final class OfflineMarks: Sendable {
    private let told = Mutex<[Bool]>([])

    var all: [Bool] { told.withLock { $0 } }

    func append(_ isOffline: Bool) {
        told.withLock { $0.append(isOffline) }
    }

    /// Waits until so many answers were told of.
    func wait(for count: Int) async {
        while all.count < count { try? await Task.sleep(for: .milliseconds(5)) }
    }
}
