/// What a reader's verdict on an answer does to the cache.
///
/// Only an answer that its reader has accepted is kept: garbage must not replace a copy that can be shown offline.
struct ResponseKeeping: Sendable {
    /// Keeps the answer for later.
    var accept: @Sendable () async -> Void = {}
    /// Forgets the answer.
    var forget: @Sendable () async -> Void = {}
    /// The copy kept from before, nil where there is none.
    var replacement: @Sendable () async -> HTTPResponse? = { nil }

    /// The same for an answer that was reached by a redirect, which is kept or forgotten together with it.
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
                // One that leads elsewhere is nothing that a reader could use.
                return await redirect.replacement().flatMap { $0.redirectTarget == nil ? $0 : nil }
            })
    }
}
