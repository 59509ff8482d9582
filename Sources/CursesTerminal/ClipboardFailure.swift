/// How a text was delivered to the clipboard. Terminals don't report whether they accepted it.
public enum ClipboardDelivery: Hashable, Sendable {
    /// Sent to a terminal that accepts OSC 52 by default.
    case sent
    /// Sent, but the terminal may not know OSC 52, may ignore it by default, or is reached through a multiplexer.
    case uncertain
    /// Stored in tmux's paste buffer and forwarded by tmux.
    case tmux
}

/// Why a text could not be sent to the terminal's clipboard.
public enum ClipboardFailure: Error, Hashable, Sendable {
    /// The terminal has no clipboard.
    case missing
    /// The text is longer than terminals accept; the limit is in bytes.
    case tooLong(limit: Int)
}
