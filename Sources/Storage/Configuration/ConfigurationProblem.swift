/// A mistake in the configuration file; the default is used for what it concerns.
public enum ConfigurationProblem: Error, Hashable, Sendable {
    /// Why the file is not TOML.
    public enum SyntaxError: Error, Hashable, Sendable {
        /// What the parser reports, in English.
        case notTOML(TextPlace, String)
        case invalidUTF8(TextPlace)
        case nulCharacter(TextPlace)
        /// Keys, tables or arrays within more than `limit` others.
        case tooDeep(TextPlace, limit: Int)
    }

    /// Not TOML; nothing of the file is used.
    case syntax(SyntaxError)
    /// A setting that is not of the kind that is needed, such as a text for a number.
    case wrongKind(setting: String, needed: SettingKind, TextPlace?)
    /// A setting that there is not.
    case unknown(setting: String, TextPlace?)
    /// A name that no key has.
    case unknownKey(String, setting: String, TextPlace?)
    /// A key that another command of the screen has, by that command's name.
    case takenKey(String, setting: String, by: String, TextPlace?)
    /// A key that types text, for a command of every screen.
    case typingKey(String, setting: String, TextPlace?)
    /// A pattern of `image-hosts` that cannot be used with its replacement.
    case unusableImageHost(pattern: String, TextPlace?)
    /// The file is there and cannot be read.
    case unreadable(path: String)
    /// The file has more than `limit` bytes.
    case tooLarge(path: String, limit: Int)

    /// Where in the file it is; nil where that is not known.
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
