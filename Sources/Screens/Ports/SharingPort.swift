/// What screens need to hand photos on to other programs and computers.
@MainActor
public struct SharingPort {
    /// Gives a text to the terminal's clipboard; throws a `SharingFailure` when it cannot.
    public var copy: (_ text: [UInt8]) throws -> Void
    /// Opens a file's path, a link or a `mailto:` link with the program that the system has for it; nil where there is none.
    public var open: ((_ target: [UInt8]) -> Void)?

    /// How other computers reach the files here, such as `ada@lovelace`.
    public var account: String

    public init(
        copy: @escaping (_ text: [UInt8]) throws -> Void, open: ((_ target: [UInt8]) -> Void)?, account: String
    ) {
        self.copy = copy
        self.open = open
        self.account = account
    }
}

/// Why something was not handed on.
public enum SharingFailure: Error, Hashable, Sendable {
    /// The terminal has no clipboard.
    case noClipboard
    /// More than a terminal's clipboard takes, in bytes.
    case tooLong(limit: Int)
}
