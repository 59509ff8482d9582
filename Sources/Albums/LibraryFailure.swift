/// Why a library cannot answer.
public enum LibraryFailure: Error, Hashable, Sendable {
    case unreachable(host: String, reason: ConnectionFailure)
    /// An answer that did not come in time.
    case timedOut(host: String)
    /// An answer that says no, with its HTTP status, and for how many seconds the service asks to wait when it told.
    case refused(host: String, status: Int, retryAfter: Int? = nil)
    /// Too many questions; `retryAfter` in seconds when the service told.
    case rateLimited(retryAfter: Int?)
    /// The questions that Unsplash answers within an hour have all been asked.
    case hourSpent
    /// Unsplash needs an access key.
    case keyMissing
    /// Unsplash does not accept the access key.
    case keyRefused
    /// A search that the service will not answer.
    case searchRefused
    /// An answer that is not what the service should send, such as a web page in place of data.
    case notUnderstood(host: String)
    /// An answer larger than is accepted.
    case tooLarge(host: String)
    /// A list that goes on after so many elements, too many to be read for a search.
    case listTooLong(read: Int)
    /// Nothing of that name, such as a person.
    case notFound(String)
    /// An address that must not be followed: a redirect from https to http, or too many of them.
    case unsafeRedirect(host: String)
    /// The library has no such list.
    case noSuchList
}
