/// How far a transfer has come, in bytes.
public struct TransferProgress: Hashable, Sendable {
    public let received: Int
    /// How many there will be, nil while that is not known.
    public let expected: Int?

    public init(received: Int, expected: Int?) {
        self.received = received
        self.expected = expected
    }
}
