import Albums

extension LibraryFailure {
    /// What a response of Unsplash that is not a success means; nil for what it means everywhere.
    init?(unsplash response: HTTPResponse, path: [String]) {
        switch response.status {
        case 401:
            self = .keyRefused
        // Bare text, whatever its type says, when the hour's requests are spent (seen in recorded answers).
        case 403 where response.body.starts(with: "Rate Limit Exceeded".utf8) || RateLimit(response)?.remaining == 0:
            self = .hourSpent
        case 404:
            self = .notFound(path.first == "users" && path.count > 1 ? "@\(path[1])" : path.joined(separator: "/"))
        // A query that is taken for spam.
        case 410:
            self = .searchRefused
        default:
            return nil
        }
    }
}
