import Basics

/// Follows redirects, and never sends a credential to another origin.
struct RedirectFollower: Sendable {
    private static let maxRedirects = 5
    /// Redirect statuses with a `Location` header (RFC 9110, section 15.4).
    static let statuses: Set = [301, 302, 303, 307, 308]

    /// Sends one request without following redirects.
    let next: HTTPSend

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await follow(next(request), to: request, maxRedirects: Self.maxRedirects, from: request.origin.host)
    }

    /// Returns the final response. If the redirect fails, a previously stored response is returned instead.
    private func follow(
        _ response: HTTPResponse, to request: HTTPRequest, maxRedirects count: Int, from firstHost: String
    ) async throws -> HTTPResponse {
        guard let location = response.redirectTarget else { return response }
        do {
            guard count > 0 else { throw LibraryFailure.unsafeRedirect(host: firstHost) }
            let target = try Self.request(request, redirectedTo: location, status: response.status)
            var finalResponse = try await follow(next(target), to: target, maxRedirects: count - 1, from: firstHost)
            if finalResponse.isServerError, let stored = await response.cacheTransaction?.replacement() {
                return try await follow(stored, to: request, maxRedirects: count - 1, from: firstHost)
            }
            finalResponse.cacheTransaction = (finalResponse.cacheTransaction ?? CacheTransaction()).combined(
                with: response.cacheTransaction)
            return finalResponse
        } catch let failure as LibraryFailure {
            guard count > 0, let stored = await response.cacheTransaction?.replacement() else { throw failure }
            return try await follow(stored, to: request, maxRedirects: count - 1, from: firstHost)
        }
    }

    private static func request(
        _ request: HTTPRequest, redirectedTo location: String, status: Int
    ) throws(LibraryFailure) -> HTTPRequest {
        let origin = try request.origin
        guard let target = HTTPURL(location, relativeTo: HTTPURL(request.url)),
            target.origin.isEncrypted || !origin.isEncrypted
        else { throw .unsafeRedirect(host: origin.host) }
        var redirected = request
        redirected.url = target.text
        redirected.requester = request.requester ?? origin
        if target.origin != origin { redirected.credential = nil }
        // As browsers do (Fetch standard, section 4.4): only 307 and 308 repeat a POST.
        if status == 303 || request.method == .post && [301, 302].contains(status) {
            redirected.method = .get
            redirected.body = nil
        }
        return redirected
    }
}
