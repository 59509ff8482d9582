/// A mistake in the configuration file; the default is used for what it concerns.
public enum ConfigurationProblem: Error, Hashable, Sendable {
    /// Not TOML; nothing of the file is used.
    case syntax(TextPlace, text: String)
    /// A setting that is not of the kind that is needed, such as a text for a number.
    case wrongKind(setting: String, needed: SettingKind, TextPlace?)
    /// A setting that there is not.
    case unknown(setting: String, TextPlace?)
    /// A name that no key has.
    case unknownKey(String, setting: String, TextPlace?)
    /// A key that another command of the screen has, by that command's name.
    case takenKey(String, setting: String, by: String, TextPlace?)
    /// The file is there and cannot be read.
    case unreadable(path: String)
}
