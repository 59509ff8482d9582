/// The progress of a transfer, in bytes.
public struct TransferProgress: Hashable, Sendable {
    public let received: Int
    /// The total number of bytes, nil while unknown.
    public let expected: Int?

    public init(received: Int, expected: Int?) {
        self.received = received
        self.expected = expected
    }
}
