import Basics
import Synchronization

/// A request on its way to the network, and the task that waits for its response.
final class CurlExchange: Sendable {
    private enum Waiter {
        case absent
        case waiting(CheckedContinuation<HTTPResponse, any Error>)
        case resumed
    }

    let request: HTTPRequest
    let url: HTTPURL
    private let waiter = Mutex(Waiter.absent)

    init(_ request: HTTPRequest, to url: HTTPURL) {
        self.request = request
        self.url = url
    }

    /// Whether the response is no longer needed: it has arrived, or the task was cancelled.
    var isFinished: Bool {
        waiter.withLock { if case .resumed = $0 { true } else { false } }
    }

    /// Stores the continuation to be resumed by `finish`; returns false if the exchange was finished before.
    func begin(_ continuation: CheckedContinuation<HTTPResponse, any Error>) -> Bool {
        let isFirst = waiter.withLock { waiter in
            guard case .absent = waiter else { return false }
            waiter = .waiting(continuation)
            return true
        }
        if !isFirst { continuation.resume(throwing: CancellationError()) }
        return isFirst
    }

    /// Resumes the waiting task; only the first call has an effect.
    func finish(_ result: Result<HTTPResponse, any Error>) {
        let continuation = waiter.withLock { waiter -> CheckedContinuation<HTTPResponse, any Error>? in
            defer { waiter = .resumed }
            return if case .waiting(let continuation) = waiter { continuation } else { nil }
        }
        continuation?.resume(with: result)
    }

    func fail(_ failure: LibraryFailure) {
        finish(.failure(failure))
    }
}
