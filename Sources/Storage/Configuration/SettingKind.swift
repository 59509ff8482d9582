/// What the value of a setting has to be.
public enum SettingKind: Hashable, Sendable {
    case megabytes
    /// One of some names, or `auto`.
    case choice([String])
    case number(ClosedRange<Double>)
    case seconds(ClosedRange<Double>)
    /// True or false.
    case flag
    case path
    /// The path or address of a library.
    case location
    case address
    /// The name of a key, or a list of such names.
    case keys
    /// A color as in `#f2b66d`.
    case color
}
