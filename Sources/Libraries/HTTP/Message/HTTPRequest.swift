/// A question to a service, or a picture to fetch; always a GET.
public struct HTTPRequest: Hashable, Sendable {
    /// An absolute http or https URL.
    public var url: String
    /// What is sent besides, such as `Accept`; no credentials.
    public var headers: [HTTPHeader]
    /// Sent to the origin of `url` (scheme, host and port) alone, and dropped at a redirect to another.
    public var credential: HTTPHeader?
    public var kind: Kind
    public var priority: Priority

    public init(
        url: String, headers: [HTTPHeader] = [], credential: HTTPHeader? = nil, kind: Kind = .data,
        priority: Priority = .visible
    ) {
        self.url = url
        self.headers = headers
        self.credential = credential
        self.kind = kind
        self.priority = priority
    }

    /// What is asked for, which decides how much is accepted and how long it may take.
    public enum Kind: Hashable, Sendable {
        /// Text for a program, such as JSON: at most 16 MB, within 60 s.
        case data
        /// An encoded picture: at most 64 MB, within 120 s.
        case picture
    }

    /// Which of the requests that wait for a host is sent first.
    public enum Priority: Hashable, Sendable, Comparable {
        /// For what a person may want soon.
        case ahead
        /// For what a person sees now.
        case visible
    }
}
