/// What screens need to hand photos on to other programs and computers.
@MainActor
public struct SharingPort {
    /// Gives a text to the terminal's clipboard, and returns what is known of where it is then; throws a `SharingFailure`
    /// when it cannot.
    public var copy: (_ text: [UInt8]) async throws -> CopyDelivery
    /// Opens something with the program that the system has for it; throws a `SharingFailure`. Nil where there is no such
    /// program.
    public var open: ((_ target: OpenTarget) async throws -> Void)?

    /// How other computers reach the files here, such as `ada@lovelace`.
    public var account: String

    public init(
        copy: @escaping (_ text: [UInt8]) async throws -> CopyDelivery,
        open: ((_ target: OpenTarget) async throws -> Void)?, account: String
    ) {
        self.copy = copy
        self.open = open
        self.account = account
    }
}

/// Something that another program opens.
public enum OpenTarget: Hashable, Sendable {
    /// The path of a photo, in bytes, because a file name need not be UTF-8.
    case file(path: [UInt8])
    /// A link of the web, or a `mailto:` link.
    case link(String)
}

/// What is known of a text that was copied: a terminal does not tell whether it took it.
public enum CopyDelivery: Hashable, Sendable {
    /// Sent to a terminal that takes texts unless it is set not to.
    case sent
    /// Sent to a terminal that may well ignore it.
    case uncertain
    /// In tmux's paste buffer, and sent on to the terminal by tmux.
    case tmux
}

/// Why something was not handed on.
public enum SharingFailure: Error, Hashable, Sendable {
    /// The terminal has no clipboard.
    case noClipboard
    /// More than a terminal's clipboard takes, in bytes.
    case tooLong(limit: Int)
    /// A file that a system may do anything with, such as start it as a program.
    case notAPicture
}
