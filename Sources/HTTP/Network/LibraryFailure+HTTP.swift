import Albums

extension LibraryFailure {
    /// Returns the failure for an error response.
    public static func errorResponse(_ response: HTTPResponse, host: String) -> LibraryFailure {
        let seconds = response.isBusy ? response.retryAfter() : nil
        guard response.status == 429 else { return .refused(host: host, status: response.status, retryAfter: seconds) }
        return .rateLimited(retryAfter: seconds)
    }

    /// Returns the same failure with the display name of the service instead of the host.
    public func naming(_ name: String, inPlaceOf host: String) -> LibraryFailure {
        switch self {
        case .unreachable(host, let reason): .unreachable(host: name, reason: reason)
        case .timedOut(host): .timedOut(host: name)
        case .refused(host, let status, let seconds): .refused(host: name, status: status, retryAfter: seconds)
        case .notUnderstood(host): .notUnderstood(host: name)
        case .tooLarge(host): .tooLarge(host: name)
        case .unsafeRedirect(host): .unsafeRedirect(host: name)
        default: self
        }
    }
}
