/// What is known of a text that was given to the terminal's clipboard: terminals do not tell whether they took it.
public enum ClipboardDelivery: Hashable, Sendable {
    /// Sent to a terminal that takes texts (OSC 52) unless it is set not to.
    case sent
    /// Sent to a terminal that may not know the sequence, that ignores it as it comes, or that is behind a multiplexer.
    case uncertain
    /// In tmux's paste buffer, and sent on by tmux.
    case tmux
}

/// Why a text was not given to the terminal's clipboard.
public enum ClipboardFailure: Error, Hashable, Sendable {
    /// The terminal has none.
    case missing
    /// More than terminals take, in bytes.
    case tooLong(limit: Int)
}
