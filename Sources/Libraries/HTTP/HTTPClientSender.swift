import FoundationEssentials
import NIOSSL

/// Sends requests over the network, politely, and keeps the answers: what all libraries share.
///
/// A request passes through the parts in this order: merging with its equals, redirects, cache, retries, the queue of its
/// host, the host's pauses, the network.
public final class HTTPClientSender: Sendable {
    private let merge: RequestMerging

    /// - Parameters:
    ///   - userAgent: how the program introduces itself, such as `Tintype/1.0`.
    ///   - cache: where answers are kept.
    ///   - onAnswer: told with each answer that was not fresh in the cache whether it was kept from before, because the host
    ///     does not answer.
    ///   - onWait: hears that a host wants to be asked again no earlier than in some seconds, which is then done.
    public convenience init(
        userAgent: String, cache: ResponseCache,
        onAnswer: @escaping @Sendable (_ isOffline: Bool) -> Void,
        onWait: @escaping @Sendable (_ host: String, _ seconds: Int) -> Void
    ) {
        self.init(
            transport: HTTPTransport(userAgent: userAgent), cache: cache, waiting: RetryWaiting(onWait: onWait),
            onAnswer: onAnswer)
    }

    /// - Parameter patience: ends when somebody has waited long enough for what is kept to be confirmed.
    init(
        transport: HTTPTransport, cache: ResponseCache?, waiting: RetryWaiting,
        patience: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(2)) },
        onAnswer: @escaping @Sendable (_ isOffline: Bool) -> Void = { _ in }
    ) {
        let pauses = HostPauses(waiting: waiting, next: transport.send)
        let queue = HostQueue(next: pauses.send)
        func retrying(_ count: Int) -> HTTPSend {
            Retrying(count: count, waiting: waiting, pauses: pauses, next: queue.send).send
        }
        var fetch = retrying(3)
        if let cache {
            fetch =
                ResponseCaching(
                    cache: cache, now: waiting.now, patience: patience, silentHosts: SilentHosts(),
                    isPaused: pauses.contains, onAnswer: onAnswer, fetch: fetch, confirm: retrying(1)
                ).send
        }
        merge = RequestMerging(next: RedirectFollowing(next: fetch).send)
    }

    /// Sends a request as `HTTPSend` says.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await merge.send(request)
    }
}
