import Synchronization

/// Answers that have come and that no reader has accepted or rejected yet, such as one that came too late or whose reader was
/// cancelled. They stay in memory, the latest of them, until the same is asked for again.
final class UnreadResponses: Sendable {
    /// The greatest number of bytes that the answers' bodies may have together.
    private static let maxSize = 32 << 20

    /// The oldest first.
    private let responses = Mutex<[(key: String, response: StoredResponse)]>([])

    func response(for key: String) -> StoredResponse? {
        responses.withLock { $0.first { $0.key == key }?.response }
    }

    func insert(_ response: StoredResponse, for key: String) {
        responses.withLock { responses in
            responses.removeAll { $0.key == key }
            responses.append((key, response))
            var size = responses.reduce(0) { $0 + $1.response.body.count }
            while size > Self.maxSize { size -= responses.removeFirst().response.body.count }
        }
    }

    func remove(_ key: String) {
        responses.withLock { $0.removeAll { $0.key == key } }
    }
}
