import Synchronization

@testable import Libraries

/// Remembers what was asked for.
final class RequestLog: Sendable {
    private let all = Mutex<[HTTPRequest]>([])

    var requests: [HTTPRequest] { all.withLock { $0 } }
    var urls: [String] { requests.map(\.url) }

    func add(_ request: HTTPRequest) {
        all.withLock { $0.append(request) }
    }

    /// How many requests had a URL with this in it.
    func count(_ part: String) -> Int {
        urls.count { $0.contains(part) }
    }
}
