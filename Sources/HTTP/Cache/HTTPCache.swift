import Basics
import FoundationEssentials
import Synchronization

/// Serves fresh responses from the cache, revalidates stale ones, and falls back to them if the service does not
/// respond or fails. A response is stored once its reader has accepted it.
///
/// If revalidation takes too long, the stale response is returned and the fresh response updates the cache for the
/// next time. Offline, even responses with `must-revalidate` are shown, because the interface indicates that it is
/// offline.
///
/// Only a reader can tell whether a response with status 200 is complete; a truncated one must not replace a good one.
struct HTTPCache: Sendable {
    let store: ResponseStore
    let now: @Sendable () -> Date
    /// Ends the wait for a revalidation.
    let softTimeout: @Sendable () async throws -> Void
    /// Hosts that recently failed to respond; also reports whether responses are stale.
    let unreachableHosts: UnreachableHosts
    /// Whether requests to a host are paused.
    let isPaused: @Sendable (HTTPOrigin) -> Bool
    /// Records where a response that is used again came from.
    let policy: AddressPolicy
    /// Sends a request that has no cached response.
    let fetch: HTTPSend
    /// Sends a request that has a cached response as fallback, so it is retried less often.
    let revalidate: HTTPSend

    let pending = PendingResponses()

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let origin = try request.origin
        guard request.isSafe, request.kind.isCached else {
            let response = try await fetch(request)
            unreachableHosts.reportResponse(from: origin)
            return response
        }
        guard let entry = await entry(for: request) else {
            let response = try await fetch(request)
            defer { unreachableHosts.reportResponse(from: origin) }
            return cacheable(response, to: request, replacing: nil)
        }
        if !request.isReload, entry.stored.isFresh(at: now()) { return response(entry, to: request, from: .cache) }
        let responseCount = unreachableHosts.responseCount(of: origin)
        if let response = try await revalidated(entry, request, origin, responseCount) { return response }
        unreachableHosts.reportStaleResponse(of: origin, ifNoResponseSince: responseCount)
        return response(entry, to: request, from: .staleCache)
    }

    /// A response that is available without asking the service.
    private struct Entry: Sendable {
        let stored: StoredResponse
        /// Whether no reader has accepted it yet, so that it exists only in memory.
        let isPending: Bool
        /// The accepted response that it may replace.
        let accepted: StoredResponse?
    }

    private func entry(for request: HTTPRequest) async -> Entry? {
        let accepted = await accepted(request)
        if let response = pending.response(for: request.cacheKey) {
            return Entry(stored: response, isPending: true, accepted: accepted)
        }
        return accepted.map { Entry(stored: $0, isPending: false, accepted: nil) }
    }

    private func accepted(_ request: HTTPRequest) async -> StoredResponse? {
        guard let bytes = await store.read(request.cacheKey) else { return nil }
        guard let stored = StoredResponse(encoded: bytes), stored.url == request.url else {
            await store.remove(request.cacheKey)
            return nil
        }
        return stored
    }

    /// Returns the service's response; nil if it does not arrive soon. In that case the request continues in the
    /// background.
    private func revalidated(
        _ entry: Entry, _ request: HTTPRequest, _ origin: HTTPOrigin, _ responseCount: Int
    ) async throws -> HTTPResponse? {
        guard !isPaused(origin), unreachableHosts.shouldProbe(origin, at: now()) || request.isReload else { return nil }
        let revalidation = { @Sendable () async throws in
            try await sendRevalidation(of: entry, request, origin, responseCount)
        }
        guard !unreachableHosts.contains(origin) || request.isReload else {
            // Runs without an owner: its result goes to the cache, and the limits of its request end it.
            Task { try await revalidation() }
            return nil
        }
        guard let response = try await withSoftTimeout(softTimeout, revalidation) else {
            unreachableHosts.insert(origin, at: now(), ifNoResponseSince: responseCount)
            return nil
        }
        return response
    }

    /// Returns the service's response; nil if the service fails or does not respond, or a captive portal responds
    /// instead.
    private func sendRevalidation(
        of entry: Entry, _ request: HTTPRequest, _ origin: HTTPOrigin, _ responseCount: Int
    ) async throws -> HTTPResponse? {
        var conditional = request
        // A condition on POST concerns the resource, not the response.
        if request.method == .get { conditional.headers += entry.stored.conditionalHeaders }
        do {
            let response = try await revalidate(conditional)
            unreachableHosts.remove(origin)
            guard !response.isBusy, !response.isServerError, !response.isWebPage else { return nil }
            // Deferred until the cache is updated, so that listeners of the report see the new response.
            defer { unreachableHosts.reportResponse(from: origin) }
            guard response.status == 304 else {
                return cacheable(response, to: request, replacing: entry.isPending ? entry.accepted : entry.stored)
            }
            let revalidated = entry.stored.revalidated(by: response, at: now())
            if entry.isPending {
                pending.insert(revalidated, for: request.cacheKey)
            } else {
                await write(revalidated, to: request)
            }
            return self.response(
                Entry(stored: revalidated, isPending: entry.isPending, accepted: entry.accepted), to: request,
                from: .network)
        } catch LibraryFailure.unreachable, LibraryFailure.timedOut, LibraryFailure.privateAddress {
            unreachableHosts.insert(origin, at: now(), ifNoResponseSince: responseCount)
            return nil
        }
    }

    /// Prepares a response to be cached once its reader accepts it.
    private func cacheable(
        _ response: HTTPResponse, to request: HTTPRequest, replacing accepted: StoredResponse?
    ) -> HTTPResponse {
        guard response.status == 200 && !response.isWebPage || response.redirectTarget != nil else { return response }
        var prepared = response
        prepared.cacheTransaction = CacheTransaction(replacement: { replacement(accepted, request) })
        // A temporary redirect may come from a captive portal, so it must not replace a stored response.
        let mayBeCaptivePortal = response.isTemporaryRedirect && accepted?.isRedirect == false
        guard !mayBeCaptivePortal else { return prepared }
        if CacheControl(headers: response.headers).forbidsStoring, !request.isStoredForOffline {
            prepared.cacheTransaction?.commit = { await store.remove(request.cacheKey) }
            return prepared
        }
        let stored = StoredResponse(
            url: request.url, date: now(), status: response.status, headers: response.headers, body: response.body,
            scope: response.scope)
        pending.insert(stored, for: request.cacheKey)
        prepared.cacheTransaction = transaction(of: Entry(stored: stored, isPending: true, accepted: accepted), request)
        return prepared
    }

    private func response(
        _ entry: Entry, to request: HTTPRequest, from origin: HTTPResponse.Origin
    ) -> HTTPResponse {
        if let scope = entry.stored.scope { policy.record(scope, of: request) }
        var response = entry.stored.response(from: origin)
        response.cacheTransaction = transaction(of: entry, request)
        return response
    }

    private func transaction(of entry: Entry, _ request: HTTPRequest) -> CacheTransaction {
        guard entry.isPending else {
            return CacheTransaction(discard: { await store.remove(request.cacheKey) })
        }
        return CacheTransaction(
            commit: {
                await write(entry.stored, to: request)
                pending.remove(request.cacheKey)
            },
            discard: { pending.remove(request.cacheKey) },
            replacement: { replacement(entry.accepted, request) })
    }

    /// Returns the accepted response, to be shown instead of an unusable one.
    private func replacement(_ accepted: StoredResponse?, _ request: HTTPRequest) -> HTTPResponse? {
        guard let accepted else { return nil }
        if let origin = try? request.origin { unreachableHosts.reportStaleResponse(of: origin) }
        return response(Entry(stored: accepted, isPending: false, accepted: nil), to: request, from: .staleCache)
    }

    private func write(_ stored: StoredResponse, to request: HTTPRequest) async {
        guard let bytes = stored.encoded else { return }
        await store.write(request.cacheKey, bytes)
    }
}

extension HTTPRequest {
    /// Includes the credential and the body, so that responses to different ones are stored separately.
    fileprivate var cacheKey: String {
        let credential = credential.map { "\n\($0.header.name.lowercased()): \($0.header.value)" } ?? ""
        return url + credential + (body.map { "\n\n\(String(decoding: $0, as: UTF8.self))" } ?? "")
    }
}

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
