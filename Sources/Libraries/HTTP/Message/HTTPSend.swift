/// Sends a request and answers with its response, whatever the status.
///
/// Throws a `LibraryFailure` (`unreachable`, `timedOut`, `tooLarge`, `unsafeRedirect` or `notUnderstood`) or, when the task
/// is cancelled, a `CancellationError`. Statuses are no errors: 429, 502, 503 and 504 come back when retrying did not help.
public typealias HTTPSend = @Sendable (_ request: HTTPRequest) async throws -> HTTPResponse
