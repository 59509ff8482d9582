/// Why a text was not given to the terminal's clipboard.
public enum ClipboardFailure: Error, Hashable, Sendable {
    /// The terminal has none.
    case missing
    /// More than terminals take, in bytes.
    case tooLong(limit: Int)
}
