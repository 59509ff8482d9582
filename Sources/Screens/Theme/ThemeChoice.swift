/// The available themes.
public enum ThemeChoice: String, CaseIterable, Sendable {
    /// Dark or light depending on the terminal's background, which is kept.
    case auto
    /// Themes with their own background.
    case dark, light
    /// No colors at all, not even in pictures.
    case mono
}
