import Albums

/// A question to a service, or a picture to fetch; always a GET.
public struct HTTPRequest: Hashable, Sendable {
    /// An absolute http or https URL.
    public var url: String
    /// What is sent besides, such as `Accept`; no credentials.
    public var headers: [HTTPHeader]
    /// Sent to the origin of `url` (scheme, host and port) alone, and dropped at a redirect to another.
    public var credential: HTTPHeader?
    public var kind: Kind
    /// Whether the answer is kept for being without network even where the service forbids caches to: what a person has seen is
    /// there again. While the service answers, what was kept so is not shown.
    public var isKeptForOffline: Bool
    /// Whether the user wants to hear the service itself: what is kept counts only where the service does not answer.
    public var asksAgain = false
    /// Which of the requests that wait for a host is sent first.
    public var priority: LoadPriority
    /// The priority of those who wait for the same, where there may be others.
    var sharedPriority: SharedPriority?
    /// Who hears how far the answer has come; such a request is not merged with others.
    var listener: TransferListener?

    public init(
        url: String, headers: [HTTPHeader] = [], credential: HTTPHeader? = nil, kind: Kind = .data,
        isKeptForOffline: Bool = false, priority: LoadPriority = .visible
    ) {
        self.url = url
        self.headers = headers
        self.credential = credential
        self.kind = kind
        self.isKeptForOffline = isKeptForOffline
        self.priority = priority
    }

    /// What is asked for, which decides how much is accepted and how long it may take.
    public enum Kind: Hashable, Sendable {
        /// Text for a program, such as JSON: at most 16 MB, within 60 s.
        case data
        /// An encoded picture: at most 64 MB, within 120 s.
        case picture
        /// An encoded picture for a copy to keep, which is not cached besides: at most 64 MB, within 10 minutes.
        case original
        /// A question that is asked in order to tell something, such as that a photo is used: like data, but never answered
        /// from what was kept.
        case report

        /// Whether what is kept may answer it.
        var isCached: Bool {
            switch self {
            case .data, .picture: true
            case .original, .report: false
            }
        }
    }
}
