/// The HTTP client shared by all libraries, with caching, retries and per-host limits.
///
/// A request passes through these stages in order: coalescing, redirects, cache, retries, the host's queue, the host's
/// back-off, the network.
public final class HTTPClient: Sendable {
    private let coalescer: RequestCoalescer

    /// - Parameters:
    ///   - userAgent: the value of the `User-Agent` header, such as `Tintype/1.0`.
    ///   - cache: the storage for responses.
    ///   - onResponse: called for each response that did not come fresh from the cache; `isOffline` is true
    ///     while the last response of any host is a stale one, because the host does not respond.
    ///   - onPause: called when a host asks for a pause in seconds, after which requests continue automatically.
    public convenience init(
        userAgent: String, cache: ResponseStore,
        onResponse: @escaping @Sendable (_ isOffline: Bool) -> Void,
        onPause: @escaping @Sendable (_ host: String, _ seconds: Int) -> Void
    ) {
        self.init(
            transport: HTTPTransport(userAgent: userAgent), cache: cache, timing: RetryTiming(onPause: onPause),
            onResponse: onResponse)
    }

    /// - Parameter softTimeout: ends the wait for a revalidation.
    init(
        transport: HTTPTransport, cache: ResponseStore?, timing: RetryTiming,
        softTimeout: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(2)) },
        onResponse: @escaping @Sendable (_ isOffline: Bool) -> Void = { _ in }
    ) {
        let backoff = HostBackoff(timing: timing, next: transport.send)
        let queues = HostQueues(next: backoff.send)
        func retrying(_ maxRetries: Int) -> HTTPSend {
            RetryPolicy(maxRetries: maxRetries, timing: timing, backoff: backoff, next: queues.send).send
        }
        var fetch = retrying(3)
        if let cache {
            fetch =
                HTTPCache(
                    store: cache, now: timing.now, softTimeout: softTimeout,
                    unreachableHosts: UnreachableHosts(onResponse: onResponse), isPaused: backoff.contains,
                    policy: transport.policy, fetch: fetch, revalidate: retrying(1)
                ).send
        }
        coalescer = RequestCoalescer(next: RedirectFollower(next: fetch).send)
    }

    /// Sends a request; see `HTTPSend`.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await coalescer.send(request)
    }
}
