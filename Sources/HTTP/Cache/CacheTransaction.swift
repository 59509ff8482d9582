/// A response's cache update, which its reader commits or discards.
///
/// Only accepted responses are stored, so that garbage never replaces a copy that can be shown offline.
struct CacheTransaction: Sendable {
    /// Stores the response.
    var commit: @Sendable () async -> Void = {}
    /// Discards the response.
    var discard: @Sendable () async -> Void = {}
    /// Returns the previously stored response, nil if there is none.
    var replacement: @Sendable () async -> HTTPResponse? = { nil }

    /// Returns actions that apply to the response and to the redirect that led to it.
    func combined(with redirect: CacheTransaction?) -> CacheTransaction {
        guard let redirect else { return self }
        return CacheTransaction(
            commit: {
                await redirect.commit()
                await commit()
            },
            discard: discard,
            replacement: {
                if let replacement = await replacement() { return replacement }
                // Another redirect is of no use to the reader.
                return await redirect.replacement().flatMap { $0.redirectTarget == nil ? $0 : nil }
            })
    }
}
