/// The reason a library cannot answer a request.
public enum LibraryFailure: Error, Hashable, Sendable {
    case unreachable(host: String, reason: ConnectionFailure)
    /// The response did not arrive in time.
    case timedOut(host: String)
    /// The service responded with an HTTP error status; `retryAfter` in seconds if it sent one.
    case errorResponse(host: String, status: Int, retryAfter: Int? = nil)
    /// Too many requests; `retryAfter` in seconds if the service sent one.
    case rateLimited(retryAfter: Int?)
    /// The hourly request quota of a service is used up.
    case quotaExhausted(service: String)
    /// The service needs an access key.
    case keyMissing(AccessKey)
    /// The service rejected the access key.
    case keyRejected(service: String)
    /// The key lacks a permission of the service, such as `asset.read`.
    case permissionMissing(service: String, permission: String)
    /// The server has a version that isn't supported, older than `oldest`.
    case unsupportedVersion(service: String, version: String, oldest: String)
    /// The service rejected the search.
    case searchRejected
    /// The response is not in the expected format, such as an HTML page instead of JSON.
    case unexpectedResponse(host: String)
    /// The service sent photos, but none has an ID.
    case photosWithoutID(host: String)
    /// The response exceeds the size limit.
    case tooLarge(host: String)
    /// The list continues after `read` elements, the limit for searching or sorting.
    case listTooLong(read: Int)
    /// The service has no resource of that name, such as a user.
    case notFound(String)
    /// The service no longer has the requested photo or album, or no longer shows it to the user.
    case gone
    /// A redirect from https to http, or too many redirects.
    case unsafeRedirect(host: String)
    /// A service on the internet named an address of the user's network or computer, in a URL, a redirect or as its own.
    case privateAddress(library: String, address: String)
    /// The library does not have such a list.
    case noSuchList

    /// Returns the same failure with the display name of the service instead of the host.
    public func naming(_ name: String, inPlaceOf host: String) -> LibraryFailure {
        switch self {
        case .unreachable(host, let reason): .unreachable(host: name, reason: reason)
        case .timedOut(host): .timedOut(host: name)
        case .errorResponse(host, let status, let seconds):
            .errorResponse(host: name, status: status, retryAfter: seconds)
        case .unexpectedResponse(host): .unexpectedResponse(host: name)
        case .photosWithoutID(host): .photosWithoutID(host: name)
        case .tooLarge(host): .tooLarge(host: name)
        case .unsafeRedirect(host): .unsafeRedirect(host: name)
        default: self
        }
    }
}

/// A key that a service requires, and how to supply it.
public struct AccessKey: Hashable, Sendable {
    /// The name of the service.
    public let service: String
    /// Where the user gets a key.
    public let website: String
    /// The environment variable with the key.
    public let variable: String
    /// The setting with the path of a file that contains the key.
    public let setting: String

    public init(service: String, website: String, variable: String, setting: String) {
        self.service = service
        self.website = website
        self.variable = variable
        self.setting = setting
    }
}
