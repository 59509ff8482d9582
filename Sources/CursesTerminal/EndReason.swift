/// Why a session ended by itself.
public enum EndReason: Hashable, Sendable {
    /// The number of the signal: SIGTERM, SIGHUP or SIGINT (Ctrl-C).
    case signal(Int32)
    /// The terminal is gone: input has ended or output fails.
    case terminalGone
}
