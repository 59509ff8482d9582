import Albums

extension HTTPRequest {
    /// Whom the request goes to; throws `LibraryFailure.unreachable` where its URL is not one of HTTP.
    var origin: HTTPOrigin {
        get throws(LibraryFailure) {
            guard let parsed = HTTPURL(url) else {
                throw .unreachable(host: HTTPURL.withoutUser(url), reason: .notHTTP)
            }
            return parsed.origin
        }
    }
}
