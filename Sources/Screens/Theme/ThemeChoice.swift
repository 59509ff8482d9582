/// The themes that a person can choose.
public enum ThemeChoice: String, CaseIterable, Sendable {
    /// Dark or light, as the terminal's background is, which stays.
    case auto
    /// With a background of their own.
    case dark, light
    /// Without any color, pictures included.
    case mono
}
