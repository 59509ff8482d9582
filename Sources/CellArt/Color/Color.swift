/// A color that a terminal can select.
public enum Color: Sendable, Hashable {
    /// The terminal's default foreground or background.
    case terminal
    case rgb(UInt8, UInt8, UInt8)
    /// A palette color, 0 to 255.
    case palette(UInt8)

    /// Creates a true color by rounding each channel to the nearest byte.
    init(_ color: SIMD4<Float>) {
        let rounded = color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)) + 0.5
        self = .rgb(UInt8(rounded.x), UInt8(rounded.y), UInt8(rounded.z))
    }

    /// Returns a quarter of the color mixed with three quarters of another one; nil unless both are true colors.
    public func dimmed(toward other: Color) -> Color? {
        guard case .rgb(let red, let green, let blue) = self,
            case .rgb(let otherRed, let otherGreen, let otherBlue) = other
        else { return nil }
        func mixed(_ one: UInt8, _ other: UInt8) -> UInt8 { UInt8((Int(one) + 3 * Int(other)) / 4) }
        return .rgb(mixed(red, otherRed), mixed(green, otherGreen), mixed(blue, otherBlue))
    }

    /// The rank of the color among all colors. The terminal's own color is first: as a background it also shows what
    /// surrounds the picture.
    var rank: Int {
        switch self {
        case .terminal: -1
        case .palette(let index): Int(index)
        case .rgb(let red, let green, let blue): Int(red) << 16 | Int(green) << 8 | Int(blue)
        }
    }
}

/// An sRGB color.
public struct RGB: Sendable, Hashable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The perceived brightness (BT.601 luma), 0 to 255.
    var luma: Float { SIMD4<Float>(self).luma }

    var isDark: Bool { luma < 128 }
}

/// How many colors a terminal shows.
public enum ColorDepth: Int, Sendable, Hashable, CaseIterable, Comparable {
    case none = 0
    case eight = 8
    case sixteen = 16
    /// The xterm palette. Pictures use only 16 to 255, because themes may change the first 16 colors.
    case palette256 = 256
    case trueColor = 16_777_216

    public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
        left.rawValue < right.rawValue
    }
}
