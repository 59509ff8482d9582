import Albums

extension HTTPRequest {
    /// The origin of the URL. Throws `LibraryFailure.unreachable` if the URL is not http or https.
    var origin: HTTPOrigin {
        get throws(LibraryFailure) {
            guard let parsed = HTTPURL(url) else {
                throw .unreachable(host: HTTPURL.withoutUser(url), reason: .notHTTP)
            }
            return parsed.origin
        }
    }
}
