import Glibc

/// How color values map to colors, from code points (ITU-T H.273) or a PNG's gAMA and cHRM chunks, in place of an ICC
/// profile.
struct ColorEncoding: Hashable, Sendable {
    /// A color without its lightness (CIE 1931).
    struct Chromaticity: Hashable, Sendable {
        let x: Double
        let y: Double

        init(_ x: Double, _ y: Double) {
            (self.x, self.y) = (x, y)
        }
    }

    struct Primaries: Hashable, Sendable {
        let red: Chromaticity
        let green: Chromaticity
        let blue: Chromaticity
        let white: Chromaticity
    }

    /// The relation of values to light.
    enum Transfer: Hashable, Sendable {
        case sRGB
        case gamma(Double)
        /// Perceptual quantizer (SMPTE ST 2084): up to 10,000 cd/m².
        case pq
        /// Hybrid log-gamma (ITU-R BT.2100), as shown on a display of 1,000 cd/m².
        case hlg
    }

    var primaries: Primaries
    var transfer: Transfer
    /// Whether black is 16 and white 235, in units of 1/256 of the range.
    var isNarrowRange = false

    static let sRGB = ColorEncoding(primaries: .sRGB, transfer: .sRGB)

    /// Whether values may be brighter than white.
    var isHDR: Bool { transfer == .pq || transfer == .hlg }
}

extension ColorEncoding {
    /// Creates an encoding from the code points of primaries and transfer; nil if one is unknown or unspecified.
    init?(primaries: Int, transfer: Int, isNarrowRange: Bool = false) {
        guard let primaries = Primaries(code: primaries), let transfer = Transfer(code: transfer) else { return nil }
        self.init(primaries: primaries, transfer: transfer, isNarrowRange: isNarrowRange)
    }

    /// Creates an encoding from a PNG's cHRM and gAMA chunks. Missing values default to sRGB's.
    /// - Parameter gamma: the exponent that encodes light; about 1/2.2 counts as sRGB, as in libpng.
    init(primaries: Primaries?, gamma: Double?) {
        let isSRGB = gamma.map { abs($0 * 2.2 - 1) < Self.gammaTolerance } ?? true
        self.init(primaries: primaries ?? .sRGB, transfer: isSRGB ? .sRGB : .gamma(1 / (gamma ?? 1)))
    }

    private static let gammaTolerance = 0.05
}

extension ColorEncoding.Transfer {
    /// Creates a transfer from its code point. Those of video (1, 6, 14 and 15) are shown like sRGB, as browsers do.
    fileprivate init?(code: Int) {
        switch code {
        case 1, 6, 13, 14, 15: self = .sRGB
        case 4: self = .gamma(2.2)
        case 5: self = .gamma(2.8)
        case 8: self = .gamma(1)
        case 16: self = .pq
        case 17: self = .gamma(2.6)
        case 18: self = .hlg
        default: return nil
        }
    }

    /// Returns the light of a value from 0 to 1, with 1 for white. HLG's is that of the scene.
    func light(_ value: Double) -> Double {
        switch self {
        case .sRGB: return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        case .gamma(let exponent): return pow(value, exponent)
        case .pq:
            let root = pow(value, 1 / 78.84375)
            let light = pow(max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root), 1 / 0.1593017578125)
            return light * 10_000 / Self.whiteLuminance
        case .hlg:
            return value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
        }
    }

    /// The luminance of white paper in HDR pictures, in cd/m² (ITU-R BT.2408).
    static let whiteLuminance = 203.0
    /// The peak luminance of HLG's reference display relative to white, and its system gamma.
    static let hlgPeak = 1000 / whiteLuminance
    static let hlgExponent: Float = 1.2
}

extension ColorEncoding.Primaries {
    typealias Chromaticity = ColorEncoding.Chromaticity

    static let sRGB = Self(
        red: Chromaticity(0.64, 0.33), green: Chromaticity(0.3, 0.6), blue: Chromaticity(0.15, 0.06), white: .d65)

    /// Creates primaries from their code point.
    fileprivate init?(code: Int) {
        switch code {
        case 1: self = .sRGB
        case 4: self.init((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), white: Chromaticity(0.31, 0.316))
        case 5: self.init((0.64, 0.33), (0.29, 0.6), (0.15, 0.06))
        case 6, 7: self.init((0.63, 0.34), (0.31, 0.595), (0.155, 0.07))
        case 8: self.init((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), white: Chromaticity(0.31, 0.316))
        case 9: self.init((0.708, 0.292), (0.17, 0.797), (0.131, 0.046))
        case 11: self.init((0.68, 0.32), (0.265, 0.69), (0.15, 0.06), white: Chromaticity(0.314, 0.351))
        case 12: self.init((0.68, 0.32), (0.265, 0.69), (0.15, 0.06))
        case 22: self.init((0.63, 0.34), (0.295, 0.605), (0.155, 0.077))
        default: return nil
        }
    }

    /// Creates primaries from chromaticities in a file; nil if one is invalid, or their triangle has almost no area.
    init?(white: Chromaticity, red: Chromaticity, green: Chromaticity, blue: Chromaticity) {
        guard [white, red, green, blue].allSatisfy(\.isColor) else { return nil }
        let area = (green.x - red.x) * (blue.y - red.y) - (blue.x - red.x) * (green.y - red.y)
        guard abs(area) > Self.minArea else { return nil }
        self.init(red: red, green: green, blue: blue, white: white)
    }

    /// sRGB has 0.22.
    private static let minArea = 0.01

    private init(
        _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double), white: Chromaticity = .d65
    ) {
        self.init(
            red: Chromaticity(red.0, red.1), green: Chromaticity(green.0, green.1), blue: Chromaticity(blue.0, blue.1),
            white: white)
    }
}

extension ColorEncoding.Chromaticity {
    static let d65 = Self(0.3127, 0.329)

    fileprivate var isColor: Bool { (0...1).contains(x) && (0.001...1).contains(y) && x + y <= 1.001 }
}
