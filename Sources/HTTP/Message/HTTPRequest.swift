import Basics

/// A request for data or a picture, or to change something.
public struct HTTPRequest: Hashable, Sendable {
    public var method = Method.get
    /// An absolute http or https URL.
    public var url: String
    /// Additional headers, such as `Accept`; no credentials.
    public var headers: [HTTPHeader]
    /// Sent only to its scope, and dropped on a redirect to another origin.
    public var credential: HTTPCredential?
    /// The library that sent the URL, in its data or as a redirect; nil if the user named the host. It limits the
    /// addresses (`AddressPolicy`).
    public var requester: HTTPOrigin?
    /// The content to send; its type is in a `Content-Type` header.
    public var body: [UInt8]?
    public var kind: Kind
    /// Whether to store the response for offline use even if the service forbids caching, so that the user can see
    /// known photos offline. Such a response is shown only if the service does not respond.
    public var isStoredForOffline: Bool
    /// Whether the user asked for a reload: cached responses are used only if the service does not respond.
    public var isReload = false
    /// Whether a POST request changes nothing, such as a search: it is coalesced, cached and retried like GET.
    public var isQuery = false
    /// Whether an idempotent request is sent again after a failure.
    public var allowsRetries = true
    /// The priority in the host's queue.
    public var priority: LoadPriority
    /// The highest priority of all callers of a coalesced request.
    var sharedPriority: SharedPriority?
    /// Receives progress. Requests with different listeners are not coalesced.
    public var listener: TransferListener?

    public init(
        url: String, headers: [HTTPHeader] = [], credential: HTTPCredential? = nil, requester: HTTPOrigin? = nil,
        kind: Kind = .data, isStoredForOffline: Bool = false, priority: LoadPriority = .visible
    ) {
        self.url = url
        self.headers = headers
        self.credential = credential
        self.requester = requester
        self.kind = kind
        self.isStoredForOffline = isStoredForOffline
        self.priority = priority
    }

    /// A request method (RFC 9110, section 9).
    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// Whether the request changes nothing.
    var isSafe: Bool { method == .get || isQuery }

    /// Whether repeating the request has no further effect, so that it may be retried.
    var isIdempotent: Bool { isSafe || method != .post && method != .patch }

    /// The kind of resource, which determines the limits on size and time.
    public enum Kind: Hashable, Sendable {
        /// Data, such as JSON: at most 16 MB, within 60 s.
        case data
        /// An encoded picture: at most 64 MB, within 120 s.
        case picture
        /// An encoded picture for a saved copy, not cached: at most 64 MB, within 10 minutes.
        case original
        /// A request made for its side effect, such as reporting a download: limits as for data, never answered from
        /// the cache.
        case report

        /// Whether the cache may answer the request.
        var isCached: Bool {
            switch self {
            case .data, .picture: true
            case .original, .report: false
            }
        }
    }
}

/// A header with a secret, and the only origin that may receive it.
public struct HTTPCredential: Hashable, Sendable {
    public let header: HTTPHeader
    public let scope: HTTPOrigin
    /// Whether it may be sent unencrypted to an address of a private network.
    let allowsPrivateNetwork: Bool

    public init(_ header: HTTPHeader, scope: HTTPOrigin, allowsPrivateNetwork: Bool = false) {
        self.header = header
        self.scope = scope
        self.allowsPrivateNetwork = allowsPrivateNetwork
    }
}

/// Receives the progress of a response body; not called for cached responses.
public final class TransferListener: Hashable, Sendable {
    let onProgress: @Sendable (TransferProgress) -> Void

    public init(onProgress: @escaping @Sendable (TransferProgress) -> Void) {
        self.onProgress = onProgress
    }

    /// Compares by identity.
    public static func == (one: TransferListener, other: TransferListener) -> Bool { one === other }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension HTTPRequest {
    /// The parsed URL. Throws `LibraryFailure.unreachable` if it is not http or https.
    var target: HTTPURL {
        get throws(LibraryFailure) {
            guard let target = HTTPURL(url) else {
                throw .unreachable(host: HTTPURL.withoutUser(url), reason: .notHTTP)
            }
            return target
        }
    }

    /// The origin of the URL; throws as `target` does.
    var origin: HTTPOrigin {
        get throws(LibraryFailure) { try target.origin }
    }

    /// The headers to send to `origin`: the credential only within its scope, and only over https, on this computer or,
    /// if allowed, to an address or a name of a private network.
    func sentHeaders(to origin: HTTPOrigin) -> [HTTPHeader] {
        guard let credential, credential.scope == origin,
            origin.isPotentiallyTrustworthy || credential.allowsPrivateNetwork && origin.isPrivate
                || trustsName(of: origin)
        else { return headers }
        return headers + [credential.header]
    }

    /// Whether the credential may be sent unencrypted to a name of a private network. The name must then resolve to a
    /// private address.
    func trustsName(of origin: HTTPOrigin) -> Bool {
        guard let credential, credential.allowsPrivateNetwork, credential.scope == origin else { return false }
        return !origin.isPotentiallyTrustworthy && origin.isPrivateName
    }
}

/// Sends a request and returns its response, whatever the status.
///
/// Throws a `LibraryFailure` (`unreachable`, `timedOut`, `tooLarge`, `unsafeRedirect`, `privateAddress` or
/// `unexpectedResponse`), or `CancellationError` if the task is cancelled. Error statuses do not throw: 429, 502, 503
/// and 504 are returned if retries did not help.
public typealias HTTPSend = @Sendable (_ request: HTTPRequest) async throws -> HTTPResponse
