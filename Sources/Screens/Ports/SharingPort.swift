/// The screens' interface for handing photos to other programs and computers.
@MainActor
public struct SharingPort {
    /// Copies a text to the terminal's clipboard and returns how reliably it was delivered; throws a `SharingFailure`.
    public var copy: (_ text: [UInt8]) async throws -> CopyDelivery
    /// Opens a file or a link, such as a `mailto:` link, with the system's default application; throws a `SharingFailure`.
    /// Nil if that isn't possible.
    public var open: ((SharedPhotos.Location) async throws -> Void)?

    /// Runs a script of `/bin/sh` with arguments, and passes on up to `maxBytes` of its output, on any thread. Returns its
    /// exit status, or nil if the shell could not be started. Cancelling the task ends the script.
    public var run: RunScript

    public typealias RunScript =
        @MainActor (
            _ script: String, _ arguments: [[UInt8]], _ maxBytes: Int, _ onOutput: @escaping @Sendable ([UInt8]) -> Void
        ) async -> Int32?

    /// The account and host for reaching local files from other computers, such as `ada@lovelace`.
    public var scpHost: String

    /// Returns the paths of the files with metadata beside a file, such as `IMG.xmp` beside `IMG.jpg`.
    public var sidecars: @Sendable (_ path: [UInt8]) async -> [[UInt8]]

    public init(
        copy: @escaping (_ text: [UInt8]) async throws -> CopyDelivery,
        open: ((SharedPhotos.Location) async throws -> Void)?, scpHost: String,
        sidecars: @escaping @Sendable (_ path: [UInt8]) async -> [[UInt8]],
        run: @escaping RunScript = { _, _, _, _ in nil }
    ) {
        self.copy = copy
        self.open = open
        self.scpHost = scpHost
        self.sidecars = sidecars
        self.run = run
    }
}

/// How reliably a copied text was delivered. Terminals don't acknowledge clipboard writes.
public enum CopyDelivery: Hashable, Sendable {
    /// Sent to a terminal that accepts clipboard writes by default.
    case sent
    /// Sent to a terminal that may ignore it.
    case uncertain
    /// Stored in tmux's paste buffer and forwarded by tmux to the terminal.
    case tmux
}

/// The reason why sharing failed.
public enum SharingFailure: Error, Hashable, Sendable {
    /// The terminal has no clipboard.
    case noClipboard
    /// The text exceeds the terminal's clipboard limit, in bytes.
    case tooLong(limit: Int)
    /// The file is neither a picture nor a video. The system might do anything with it, even run it as a program.
    case notViewable
}
