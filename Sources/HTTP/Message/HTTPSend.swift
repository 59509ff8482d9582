/// Sends a request and returns its response, whatever the status.
///
/// Throws a `LibraryFailure` (`unreachable`, `timedOut`, `tooLarge`, `unsafeRedirect` or `notUnderstood`), or
/// `CancellationError` if the task is cancelled. Error statuses do not throw: 429, 502, 503 and 504 are returned if
/// retries did not help.
public typealias HTTPSend = @Sendable (_ request: HTTPRequest) async throws -> HTTPResponse
