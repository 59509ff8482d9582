import Albums
import FoundationEssentials

/// Serves fresh responses from the cache, revalidates stale ones, and falls back to them if the service does not answer
/// or fails. A response is stored once its reader has accepted it.
///
/// If revalidation takes too long, the stale response is returned and the service's answer updates the cache for the
/// next time. Offline, even responses with `must-revalidate` are shown, because the interface indicates that it is
/// offline.
struct ResponseCaching: Sendable {
    let cache: ResponseCache
    let now: @Sendable () -> Date
    /// Ends the wait for a revalidation.
    let patience: @Sendable () async throws -> Void
    /// Hosts that recently failed to answer.
    let silentHosts: SilentHosts
    /// Whether requests to a host are paused.
    let isPaused: @Sendable (HTTPOrigin) -> Bool
    /// Called with each response; `isOffline` is true if a stale response is shown because the service did not answer.
    let onAnswer: @Sendable (_ isOffline: Bool) -> Void
    /// Sends a request that has no cached response.
    let fetch: HTTPSend
    /// Sends a request that has a cached response as fallback, so it is retried less often.
    let confirm: HTTPSend

    let unread = UnreadResponses()

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.kind.isCached else {
            let response = try await fetch(request)
            onAnswer(false)
            return response
        }
        guard let known = await known(request) else {
            let response = try await fetch(request)
            defer { onAnswer(false) }
            return keepable(response, to: request, replacing: nil)
        }
        if !request.asksAgain, known.stored.isFresh(at: now()) { return response(known, to: request, from: .cache) }
        if let response = try await confirmed(known, request) { return response }
        onAnswer(true)
        return response(known, to: request, from: .staleCache)
    }

    /// A response that is available without asking the service.
    private struct Known: Sendable {
        let stored: StoredResponse
        /// Whether no reader has accepted it yet, so that it exists only in memory.
        let isUnread: Bool
        /// The accepted response that it may replace.
        let accepted: StoredResponse?
    }

    private func known(_ request: HTTPRequest) async -> Known? {
        let accepted = await accepted(request)
        if let unread = unread.response(for: request.cacheKey) {
            return Known(stored: unread, isUnread: true, accepted: accepted)
        }
        return accepted.map { Known(stored: $0, isUnread: false, accepted: nil) }
    }

    private func accepted(_ request: HTTPRequest) async -> StoredResponse? {
        guard let bytes = await cache.read(request.cacheKey) else { return nil }
        guard let stored = StoredResponse(encoded: bytes), stored.url == request.url else {
            await cache.remove(request.cacheKey)
            return nil
        }
        return stored
    }

    /// Returns the service's answer; nil if it does not arrive soon. In that case the request continues in the
    /// background.
    private func confirmed(_ known: Known, _ request: HTTPRequest) async throws -> HTTPResponse? {
        let origin = try request.origin
        guard !isPaused(origin), silentHosts.mayBeTried(origin, at: now()) || request.asksAgain else { return nil }
        let revalidate = { @Sendable () async throws in try await self.revalidate(about: known, request, origin) }
        guard !silentHosts.contains(origin) || request.asksAgain else {
            Task { try await revalidate() }
            return nil
        }
        guard let answer = try await withSoftTimeout(patience, revalidate) else {
            silentHosts.insert(origin, at: now())
            return nil
        }
        return answer
    }

    /// Returns the service's answer; nil if the service fails or does not answer, or a captive portal answers instead.
    private func revalidate(
        about known: Known, _ request: HTTPRequest, _ origin: HTTPOrigin
    ) async throws -> HTTPResponse? {
        var question = request
        question.headers += known.stored.conditions
        do {
            let response = try await confirm(question)
            silentHosts.remove(origin)
            guard !response.isBusy, !response.isServerError, !response.isWebPage else { return nil }
            // Deferred until the cache is updated, so that listeners of `onAnswer` see the new response.
            defer { onAnswer(false) }
            guard response.status == 304 else {
                return keepable(response, to: request, replacing: known.isUnread ? known.accepted : known.stored)
            }
            let confirmed = known.stored.confirmed(by: response.headers, at: now())
            if known.isUnread {
                unread.insert(confirmed, for: request.cacheKey)
            } else {
                await write(confirmed, to: request)
            }
            return self.response(
                Known(stored: confirmed, isUnread: known.isUnread, accepted: known.accepted), to: request,
                from: .network)
        } catch LibraryFailure.unreachable, LibraryFailure.timedOut {
            silentHosts.insert(origin, at: now())
            return nil
        }
    }

    /// Prepares a response to be cached once its reader accepts it.
    private func keepable(
        _ response: HTTPResponse, to request: HTTPRequest, replacing accepted: StoredResponse?
    ) -> HTTPResponse {
        guard response.status == 200 && !response.isWebPage || response.redirectTarget != nil else { return response }
        var answer = response
        answer.keeping = ResponseKeeping(replacement: { replacement(accepted, request) })
        // A temporary redirect may come from a captive portal, so it must not replace a stored response.
        let isPassing = response.isPassingRedirect && accepted?.isRedirect == false
        guard !isPassing else { return answer }
        if CacheControl(headers: response.headers).forbidsStoring, !request.isStoredForOffline {
            answer.keeping?.accept = { await cache.remove(request.cacheKey) }
            return answer
        }
        let stored = StoredResponse(
            url: request.url, date: now(), status: response.status, headers: response.headers, body: response.body)
        unread.insert(stored, for: request.cacheKey)
        answer.keeping = keeping(Known(stored: stored, isUnread: true, accepted: accepted), of: request)
        return answer
    }

    private func response(
        _ known: Known, to request: HTTPRequest, from origin: HTTPResponse.Origin
    ) -> HTTPResponse {
        var response = known.stored.response(from: origin)
        response.keeping = keeping(known, of: request)
        return response
    }

    private func keeping(_ known: Known, of request: HTTPRequest) -> ResponseKeeping {
        guard known.isUnread else {
            return ResponseKeeping(forget: { await cache.remove(request.cacheKey) })
        }
        return ResponseKeeping(
            accept: {
                await write(known.stored, to: request)
                unread.remove(request.cacheKey)
            },
            forget: { unread.remove(request.cacheKey) },
            replacement: { replacement(known.accepted, request) })
    }

    /// Returns the accepted response, to be shown instead of an unusable one.
    private func replacement(_ accepted: StoredResponse?, _ request: HTTPRequest) -> HTTPResponse? {
        guard let accepted else { return nil }
        onAnswer(true)
        return response(Known(stored: accepted, isUnread: false, accepted: nil), to: request, from: .staleCache)
    }

    private func write(_ stored: StoredResponse, to request: HTTPRequest) async {
        guard let bytes = stored.encoded else { return }
        await cache.write(request.cacheKey, bytes)
    }
}

extension HTTPRequest {
    /// Includes the credential, so that responses to different credentials are stored separately.
    fileprivate var cacheKey: String {
        guard let credential else { return url }
        return "\(url)\n\(credential.name.lowercased()): \(credential.value)"
    }
}
