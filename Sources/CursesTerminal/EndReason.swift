/// Why a session has ended by itself.
public enum EndReason: Hashable, Sendable {
    /// SIGTERM, SIGHUP or SIGINT (Ctrl-C), by its number.
    case signal(Int32)
    /// The terminal is gone: no more input, or output that fails.
    case terminalGone
}
