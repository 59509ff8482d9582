import Albums
import FoundationEssentials

/// Answers with what is kept while it is fresh, asks whether it still holds when it is not, and falls back on it when
/// there is no network.
///
/// An answer that a service wants confirmed (`must-revalidate`) is shown offline all the same: the person sees that they
/// are offline.
struct ResponseCaching: Sendable {
    let cache: ResponseCache
    let now: @Sendable () -> Date
    /// Which hosts did not answer just now.
    let silentHosts: SilentHosts
    /// Sends a request for which nothing is kept.
    let fetch: HTTPSend
    /// Sends a request for which something is kept, so that there is less reason to try again.
    let confirm: HTTPSend

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.kind.isCached else { return try await fetch(request) }
        guard let stored = await stored(request) else {
            return await keep(try await fetch(request), to: request)
        }
        let host = try request.origin.host
        if stored.isFresh(at: now()) { return stored.response(from: .cache) }
        if silentHosts.contains(host, at: now()) { return stored.response(from: .staleCache) }

        var question = request
        question.headers += stored.conditions
        do {
            let response = try await confirm(question)
            silentHosts.remove(host)
            if response.isBusy { return stored.response(from: .staleCache) }
            guard response.status == 304 else { return await keep(response, to: request) }
            let confirmed = stored.confirmed(by: response.headers, at: now())
            await write(confirmed, to: request)
            return confirmed.response(from: .network)
        } catch LibraryFailure.unreachable, LibraryFailure.timedOut {
            silentHosts.insert(host, at: now())
            return stored.response(from: .staleCache)
        }
    }

    private func stored(_ request: HTTPRequest) async -> StoredResponse? {
        guard let bytes = await cache.read(request.cacheKey) else { return nil }
        guard let stored = StoredResponse(encoded: bytes), stored.url == request.url else {
            await cache.remove(request.cacheKey)
            return nil
        }
        return stored
    }

    /// Only what a later request can use is kept; what was kept before stays for being offline.
    private func keep(_ response: HTTPResponse, to request: HTTPRequest) async -> HTTPResponse {
        guard response.status == 200 || RedirectFollowing.statuses.contains(response.status) else { return response }
        if CacheControl(headers: response.headers).forbidsStoring, !request.isKeptForOffline {
            await cache.remove(request.cacheKey)
        } else {
            let stored = StoredResponse(
                url: request.url, date: now(), status: response.status, headers: response.headers, body: response.body)
            await write(stored, to: request)
        }
        return response
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
