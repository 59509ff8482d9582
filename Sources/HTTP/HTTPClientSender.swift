/// The HTTP client shared by all libraries, with caching, retries and per-host limits.
///
/// A request passes through these stages in order: coalescing, redirects, cache, retries, the host's queue, the host's
/// pauses, the network.
public final class HTTPClientSender: Sendable {
    private let merge: RequestMerging

    /// - Parameters:
    ///   - userAgent: the value of the `User-Agent` header, such as `Tintype/1.0`.
    ///   - cache: the storage for responses.
    ///   - onAnswer: called for each response that did not come fresh from the cache; `isOffline` is true if a stale
    ///     one is shown because the host does not answer.
    ///   - onWait: called when a host asks for a pause in seconds, after which requests continue automatically.
    public convenience init(
        userAgent: String, cache: ResponseCache,
        onAnswer: @escaping @Sendable (_ isOffline: Bool) -> Void,
        onWait: @escaping @Sendable (_ host: String, _ seconds: Int) -> Void
    ) {
        self.init(
            transport: HTTPTransport(userAgent: userAgent), cache: cache, waiting: RetryWaiting(onWait: onWait),
            onAnswer: onAnswer)
    }

    /// - Parameter patience: ends the wait for a revalidation.
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

    /// Sends a request; see `HTTPSend`.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await merge.send(request)
    }
}
