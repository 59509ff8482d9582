import FoundationEssentials
import NIOSSL

/// Sends requests over the network, politely, and keeps the answers: what all libraries share.
///
/// A request passes through the parts in this order: redirects, cache, retries, the queue of its host, the network.
public final class HTTPClientSender: Sendable {
    private let follow: HTTPSend

    /// - Parameters:
    ///   - cache: where answers are kept, if anywhere.
    ///   - onWait: hears that a host wants to be asked again no earlier than in some seconds, which is then done.
    public convenience init(
        cache: ResponseCache? = nil,
        onWait: @escaping @Sendable (_ host: String, _ seconds: Int) -> Void = { _, _ in }
    ) {
        self.init(transport: HTTPTransport(), cache: cache, waiting: RetryWaiting(onWait: onWait))
    }

    init(transport: HTTPTransport, cache: ResponseCache?, waiting: RetryWaiting) {
        let queue = HostQueue(next: transport.send)
        let fetch = Retrying(count: 3, waiting: waiting, next: queue.send)
        guard let cache else {
            follow = RedirectFollowing(next: fetch.send).send
            return
        }
        let confirm = Retrying(count: 1, waiting: waiting, next: queue.send)
        let caching = ResponseCaching(
            cache: cache, now: waiting.now, silentHosts: SilentHosts(), fetch: fetch.send, confirm: confirm.send)
        follow = RedirectFollowing(next: caching.send).send
    }

    /// Sends a request as `HTTPSend` says.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await follow(request)
    }
}
