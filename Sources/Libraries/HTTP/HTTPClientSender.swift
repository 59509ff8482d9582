import FoundationEssentials
import NIOSSL

/// Sends requests over the network, politely, and keeps the answers: what all libraries share.
///
/// A request passes through the parts in this order: merging with its equals, redirects, cache, retries, the queue of its
/// host, the host's pauses, the network.
public final class HTTPClientSender: Sendable {
    private let merge: RequestMerging

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
        let pauses = HostPauses(waiting: waiting, next: transport.send)
        let queue = HostQueue(next: pauses.send)
        func retrying(_ count: Int) -> HTTPSend {
            Retrying(count: count, waiting: waiting, pauses: pauses, next: queue.send).send
        }
        var fetch = retrying(3)
        if let cache {
            fetch =
                ResponseCaching(
                    cache: cache, now: waiting.now, silentHosts: SilentHosts(), fetch: fetch, confirm: retrying(1)
                ).send
        }
        merge = RequestMerging(next: RedirectFollowing(next: fetch).send)
    }

    /// Sends a request as `HTTPSend` says.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await merge.send(request)
    }
}
