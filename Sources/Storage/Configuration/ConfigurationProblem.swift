/// A mistake in the configuration file. The affected setting falls back to its default.
public enum ConfigurationProblem: Error, Hashable, Sendable {
    /// The reason the file is not valid TOML.
    public enum SyntaxError: Error, Hashable, Sendable {
        /// The parser rejected the file, with this message in English.
        case notTOML(TextPosition, String)
        case invalidUTF8(TextPosition)
        case nulCharacter(TextPosition)
        /// Keys, tables or arrays are nested more than `limit` levels deep.
        case tooDeep(TextPosition, limit: Int)
    }

    /// The file is not valid TOML, so none of it is used.
    case syntax(SyntaxError)
    /// A value has the wrong type or range, such as a string for a number.
    case wrongType(setting: String, type: SettingType, TextPosition?)
    /// The setting does not exist.
    case unknown(setting: String, TextPosition?)
    /// The key name does not exist.
    case unknownKey(String, setting: String, TextPosition?)
    /// The key is also assigned to the command `by`, or is that command's only key.
    case conflictingKey(String, setting: String, by: String, TextPosition?)
    /// A pattern of `image-hosts` is invalid, or does not fit its replacement.
    case unusableImageHost(pattern: String, TextPosition?)
    /// The file exists but cannot be read.
    case unreadable(path: String)
    /// The file exceeds `limit` bytes.
    case tooLarge(path: String, limit: Int)

    /// The position in the file; nil if unknown.
    public var position: TextPosition? {
        switch self {
        case .syntax(.notTOML(let position, _)), .syntax(.invalidUTF8(let position)),
            .syntax(.nulCharacter(let position)),
            .syntax(.tooDeep(let position, _)):
            position
        case .wrongType(_, _, let position), .unknown(_, let position), .unknownKey(_, _, let position),
            .conflictingKey(_, _, _, let position), .unusableImageHost(_, let position):
            position
        case .unreadable, .tooLarge: nil
        }
    }
}
