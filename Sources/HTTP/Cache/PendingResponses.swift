import Synchronization

/// Responses that no reader has accepted or rejected yet, because they arrived too late or the reader was cancelled.
/// The most recent ones stay in memory until they are requested again.
final class PendingResponses: Sendable {
    /// The maximum total size of the bodies, in bytes.
    private static let maxSize = 32 << 20

    /// Oldest first.
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
