/// How a picture is turned into cells.
public struct ArtStyle: Sendable, Hashable {
    public var symbols: SymbolSet
    public var colors: ColorDepth
    /// What shows through transparent pixels: the terminal's background, as sRGB.
    public var background: RGB

    public init(symbols: SymbolSet, colors: ColorDepth, background: RGB = RGB(0, 0, 0)) {
        self.symbols = symbols
        self.colors = colors
        self.background = background
    }
}

/// The characters a picture may be made of.
public enum SymbolSet: String, Sendable, Hashable, CaseIterable {
    /// Printable ASCII, chosen by shape and brightness.
    case ascii
    /// Upper and lower half blocks: two pixels a cell.
    case half
}

/// How many colors a terminal shows.
public enum ColorDepth: Int, Sendable, Hashable, CaseIterable, Comparable {
    case none = 0
    case eight = 8
    case sixteen = 16
    /// The xterm palette, of which pictures use 16 to 255 only: a theme may change the rest.
    case palette256 = 256
    case trueColor = 16_777_216

    public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
        left.rawValue < right.rawValue
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
    /// How bright it looks, 0 to 255.
    var luma: Float { SIMD4<Float>(self).luma }

    var isDark: Bool { luma < 128 }
}
