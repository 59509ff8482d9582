import Albums

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
