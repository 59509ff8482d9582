/// Cache actions that follow a reader's verdict on a response.
///
/// Only accepted responses are stored, so that garbage never replaces a copy that can be shown offline.
struct ResponseKeeping: Sendable {
    /// Stores the response.
    var accept: @Sendable () async -> Void = {}
    /// Discards the response.
    var forget: @Sendable () async -> Void = {}
    /// Returns the previously stored response, nil if there is none.
    var replacement: @Sendable () async -> HTTPResponse? = { nil }

    /// Returns actions that apply to the response and to the redirect that led to it.
    func following(_ redirect: ResponseKeeping?) -> ResponseKeeping {
        guard let redirect else { return self }
        return ResponseKeeping(
            accept: {
                await redirect.accept()
                await accept()
            },
            forget: forget,
            replacement: {
                if let replacement = await replacement() { return replacement }
                // Another redirect is of no use to the reader.
                return await redirect.replacement().flatMap { $0.redirectTarget == nil ? $0 : nil }
            })
    }
}
