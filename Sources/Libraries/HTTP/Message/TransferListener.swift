import Albums

/// Receives the progress of a response body; not called for cached responses.
final class TransferListener: IdentityHashable, Sendable {
    let onProgress: @Sendable (TransferProgress) -> Void

    init(onProgress: @escaping @Sendable (TransferProgress) -> Void) {
        self.onProgress = onProgress
    }
}
