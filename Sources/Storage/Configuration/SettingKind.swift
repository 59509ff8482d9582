/// The type of a setting's value.
public enum SettingKind: Hashable, Sendable {
    case megabytes
    /// One of several names. Settings that allow `auto` list it too.
    case choice([String])
    case number(ClosedRange<Double>)
    case seconds(ClosedRange<Double>)
    /// A Boolean.
    case flag
    case path
    /// The path or address of a library.
    case location
    case address
    /// The name of a key, or an array of names.
    case keys
    /// A color such as `#f2b66d`.
    case color
}
