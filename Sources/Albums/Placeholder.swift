/// What stands for a photo until its pixels have come.
public enum Placeholder: Hashable, Sendable {
    /// Its average color, sRGB.
    case color(red: UInt8, green: UInt8, blue: UInt8)
    /// Its BlurHash (blurha.sh), a few waves of color in some 30 characters.
    case blurHash(String)
}
