/// A mistake in the configuration file. The affected setting falls back to its default.
public enum ConfigurationProblem: Error, Hashable, Sendable {
    /// The reason the file is not valid TOML.
    public enum SyntaxError: Error, Hashable, Sendable {
        /// The parser's message, in English.
        case notTOML(TextPlace, String)
        case invalidUTF8(TextPlace)
        case nulCharacter(TextPlace)
        /// Keys, tables or arrays are nested more than `limit` levels deep.
        case tooDeep(TextPlace, limit: Int)
    }

    /// The file is not valid TOML; all of it is ignored.
    case syntax(SyntaxError)
    /// A value has the wrong type or range, such as a string for a number.
    case wrongKind(setting: String, needed: SettingKind, TextPlace?)
    /// The setting does not exist.
    case unknown(setting: String, TextPlace?)
    /// The key name does not exist.
    case unknownKey(String, setting: String, TextPlace?)
    /// The key belongs to another command of the screen, which `by` names.
    case takenKey(String, setting: String, by: String, TextPlace?)
    /// A key that types text cannot be bound to a command of all screens.
    case typingKey(String, setting: String, TextPlace?)
    /// A pattern of `image-hosts` is invalid, or does not fit its replacement.
    case unusableImageHost(pattern: String, TextPlace?)
    /// The file exists but cannot be read.
    case unreadable(path: String)
    /// The file exceeds `limit` bytes.
    case tooLarge(path: String, limit: Int)

    /// The position in the file; nil if unknown.
    public var place: TextPlace? {
        switch self {
        case .syntax(.notTOML(let place, _)), .syntax(.invalidUTF8(let place)), .syntax(.nulCharacter(let place)),
            .syntax(.tooDeep(let place, _)):
            place
        case .wrongKind(_, _, let place), .unknown(_, let place), .unknownKey(_, _, let place),
            .takenKey(_, _, _, let place), .typingKey(_, _, let place), .unusableImageHost(_, let place):
            place
        case .unreadable, .tooLarge: nil
        }
    }
}
