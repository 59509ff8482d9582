import HTTP
import Synchronization

@testable import Libraries

/// Records requests.
final class RequestLog: Sendable {
    private let all = Mutex<[HTTPRequest]>([])

    var requests: [HTTPRequest] { all.withLock { $0 } }
    var urls: [String] { requests.map(\.url) }

    func add(_ request: HTTPRequest) {
        all.withLock { $0.append(request) }
    }

    /// Returns the number of requests with a text in their URL.
    func count(_ part: String) -> Int {
        urls.count { $0.contains(part) }
    }
}
