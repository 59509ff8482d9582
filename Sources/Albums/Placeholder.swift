/// A stand-in for a photo until its pixels have loaded.
public enum Placeholder: Hashable, Sendable {
    /// The average color, sRGB.
    case color(red: UInt8, green: UInt8, blue: UInt8)
    /// The BlurHash (blurha.sh): a few cosine components in some 30 characters.
    case blurHash(String)
}
