import Albums
import FoundationEssentials

/// Answers with what is kept while it is fresh, asks whether it still holds when it is not, and falls back on it when
/// the service does not answer.
///
/// Nobody waits long for what is kept to be confirmed: it is shown, and the service's word is for the next time. An answer
/// that a service wants confirmed (`must-revalidate`) is shown offline all the same: the person sees that they are offline.
struct ResponseCaching: Sendable {
    let cache: ResponseCache
    let now: @Sendable () -> Date
    /// Ends when somebody has waited long enough for what is kept to be confirmed.
    let patience: @Sendable () async throws -> Void
    /// Which hosts do not answer.
    let silentHosts: SilentHosts
    /// Whether a host wants to be left alone now.
    let isPaused: @Sendable (HTTPOrigin) -> Bool
    /// Told with each answer whether it was kept from before because the service did not answer.
    let onAnswer: @Sendable (_ isOffline: Bool) -> Void
    /// Sends a request for which nothing is kept.
    let fetch: HTTPSend
    /// Sends a request for which something is kept, so that there is less reason to try again.
    let confirm: HTTPSend

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.kind.isCached, let stored = await stored(request) else {
            let response = try await fetch(request)
            if request.kind.isCached, !response.isWebPage { await keep(response, to: request) }
            onAnswer(false)
            return response
        }
        if stored.isFresh(at: now()) { return stored.response(from: .cache) }
        if let response = try await confirmed(stored, request) { return response }
        onAnswer(true)
        return stored.response(from: .staleCache)
    }

    private func stored(_ request: HTTPRequest) async -> StoredResponse? {
        guard let bytes = await cache.read(request.cacheKey) else { return nil }
        guard let stored = StoredResponse(encoded: bytes), stored.url == request.url else {
            await cache.remove(request.cacheKey)
            return nil
        }
        return stored
    }

    /// What the service says now; nil where it does not say it soon. Then it is asked behind.
    private func confirmed(_ stored: StoredResponse, _ request: HTTPRequest) async throws -> HTTPResponse? {
        let origin = try request.origin
        guard !isPaused(origin), silentHosts.mayBeAsked(origin, at: now()) else { return nil }
        let ask = { @Sendable () async throws in try await self.ask(about: stored, request, origin) }
        guard !silentHosts.contains(origin) else {
            Task { try await ask() }
            return nil
        }
        guard let answer = try await withPatience(patience, ask) else {
            silentHosts.insert(origin, at: now())
            return nil
        }
        return answer
    }

    /// What the service says; nil where it does not answer, or has no time, or somebody else answers in its place.
    private func ask(
        about stored: StoredResponse, _ request: HTTPRequest, _ origin: HTTPOrigin
    ) async throws -> HTTPResponse? {
        var question = request
        question.headers += stored.conditions
        do {
            let response = try await confirm(question)
            silentHosts.remove(origin)
            guard !response.isBusy, !response.isWebPage else { return nil }
            // When everything else is done, so that who hears it finds the answer.
            defer { onAnswer(false) }
            guard response.status == 304 else {
                // For a moment the answer is elsewhere, or the page of a network that wants a person to log in is.
                if !response.isPassingRedirect || stored.isRedirect { await keep(response, to: request) }
                return response
            }
            let confirmed = stored.confirmed(by: response.headers, at: now())
            await write(confirmed, to: request)
            return confirmed.response(from: .network)
        } catch LibraryFailure.unreachable, LibraryFailure.timedOut {
            silentHosts.insert(origin, at: now())
            return nil
        }
    }

    /// Only what a later request can use is kept; what was kept before stays for being offline.
    private func keep(_ response: HTTPResponse, to request: HTTPRequest) async {
        guard response.status == 200 || RedirectFollowing.statuses.contains(response.status) else { return }
        if CacheControl(headers: response.headers).forbidsStoring, !request.isKeptForOffline {
            await cache.remove(request.cacheKey)
        } else {
            let stored = StoredResponse(
                url: request.url, date: now(), status: response.status, headers: response.headers, body: response.body)
            await write(stored, to: request)
        }
    }

    private func write(_ stored: StoredResponse, to request: HTTPRequest) async {
        guard let bytes = stored.encoded else { return }
        await cache.write(request.cacheKey, bytes)
    }
}

extension HTTPRequest {
    /// Answers to different credentials are kept apart.
    fileprivate var cacheKey: String {
        guard let credential else { return url }
        return "\(url)\n\(credential.name.lowercased()): \(credential.value)"
    }
}
