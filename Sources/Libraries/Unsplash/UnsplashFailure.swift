import Albums
import HTTP

extension LibraryFailure {
    /// Maps an error response of Unsplash; nil for the default mapping.
    init?(unsplash response: HTTPResponse, path: [String]) {
        switch response.status {
        case 401:
            self = .keyRefused(service: AccessKey.unsplash.service)
        // Plain text, whatever its content type, when the hourly quota is used up (seen in recorded responses).
        case 403 where response.body.starts(with: "Rate Limit Exceeded".utf8) || RateLimit(response)?.remaining == 0:
            self = .quotaExhausted(service: AccessKey.unsplash.service)
        case 404:
            self = .notFound(path.first == "users" && path.count > 1 ? "@\(path[1])" : path.joined(separator: "/"))
        // The query was classified as spam.
        case 410:
            self = .searchRefused
        default:
            return nil
        }
    }
}
