import Albums

/// Follows redirects, and takes care who is told a credential.
struct RedirectFollowing: Sendable {
    private static let greatestCount = 5
    /// Statuses whose `Location` is where the answer is now (RFC 9110, section 15.4).
    static let statuses: Set = [301, 302, 303, 307, 308]

    /// Sends one request without following anything.
    let next: HTTPSend

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var request = request
        let firstHost = try request.origin.host
        for _ in 0...Self.greatestCount {
            let response = try await next(request)
            guard Self.statuses.contains(response.status), let location = response.value(of: "Location") else {
                return response
            }
            request = try Self.request(request, redirectedTo: location)
        }
        throw LibraryFailure.unsafeRedirect(host: firstHost)
    }

    private static func request(
        _ request: HTTPRequest, redirectedTo location: String
    ) throws(LibraryFailure) -> HTTPRequest {
        let origin = try request.origin
        guard let target = HTTPURL(location, relativeTo: HTTPURL(request.url)),
            target.origin.isEncrypted || !origin.isEncrypted
        else { throw .unsafeRedirect(host: origin.host) }
        var redirected = request
        redirected.url = target.text
        if target.origin != origin { redirected.credential = nil }
        return redirected
    }
}
