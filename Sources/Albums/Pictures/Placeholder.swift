/// A stand-in for a photo until its pixels have loaded.
public enum Placeholder: Hashable, Sendable {
    /// The average color, sRGB.
    case color(red: UInt8, green: UInt8, blue: UInt8)
    /// The BlurHash (blurha.sh): a few cosine components in some 30 characters.
    case blurHash(String)
    /// The bytes of the ThumbHash (evanw.github.io/thumbhash): some 25, with the aspect ratio and transparency.
    case thumbHash([UInt8])
}

/// The average color of a photo, sRGB.
public struct AverageColor: Hashable, Sendable {
    /// Red, green and blue, as in 0xRRGGBB.
    public let number: UInt32

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// Returns nil for a number beyond 0xFFFFFF.
    public init?(number: Int) {
        guard 0...0xFFFFFF ~= number else { return nil }
        self.number = UInt32(number)
    }

    public var placeholder: Placeholder {
        .color(
            red: UInt8(number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
            blue: UInt8(truncatingIfNeeded: number))
    }
}
