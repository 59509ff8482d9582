import Albums

/// Hears how far the body of an answer has come; nothing of one that was kept.
final class TransferListener: IdentityHashable, Sendable {
    let onProgress: @Sendable (TransferProgress) -> Void

    init(onProgress: @escaping @Sendable (TransferProgress) -> Void) {
        self.onProgress = onProgress
    }
}
