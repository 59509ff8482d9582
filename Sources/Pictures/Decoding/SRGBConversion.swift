import Basics
import Glibc

/// A conversion of pixels from a color encoding to sRGB. HDR is tone mapped: highlights above white are
/// compressed into the range of sRGB.
///
/// Converts up to 16 bits, because linear light or PQ in 8 bits loses dark tones. lcms2 would clip highlights.
struct SRGBConversion {
    /// The light of each value.
    private let light: [Float]
    private let isHDR: Bool
    private let isHLG: Bool
    /// From the encoding's primaries to those of sRGB.
    private let matrix: Matrix3
    /// The luminance of the encoding's primaries.
    private let luminance: SIMD3<Float>
    private let alphaScale: Float
    private var curve = ToneCurve(peak: 1)

    /// - Parameter depth: the bits of a sample, from 1 to 16.
    init(from encoding: ColorEncoding, depth: Int) {
        let max = Double(1 << depth - 1)
        light = (0..<1 << depth).map { value in
            var value = Double(value) / max
            if encoding.isNarrowRange {
                let unit = Double(1 << depth) / 256 / max
                value = min(Swift.max(0, (value - 16 * unit) / (219 * unit)), 1)
            }
            return Float(encoding.transfer.light(value))
        }
        isHDR = encoding.isHDR
        isHLG = encoding.transfer == .hlg
        let toXYZ = Matrix3(toXYZFrom: encoding.primaries)
        matrix = Matrix3(toXYZFrom: .sRGB).inverse * .adaptation(from: encoding.primaries.white) * toXYZ
        luminance = SIMD3(toXYZ.columns.0.y, toXYZ.columns.1.y, toXYZ.columns.2.y)
        alphaScale = 255 / Float(max)
    }

    /// Fits the tone curve to the brightest colors of an HDR picture. No effect if none is brighter than white.
    /// - Parameter withRow: calls a function with the samples of a row.
    mutating func adapt(to size: PixelSize, withRow: (_ y: Int, (UnsafePointer<UInt16>) -> Void) -> Void) {
        guard isHDR, size.count > 0 else { return }
        let step = max(1, Int((Double(size.count) / Double(Self.maxSamples)).squareRoot()))
        var lights: [Float] = []
        for y in stride(from: 0, to: size.height, by: step) {
            withRow(y) { row in
                for x in stride(from: 0, to: 4 * size.width, by: 4 * step) {
                    lights.append(linear(row[x], row[x + 1], row[x + 2]).max())
                }
            }
        }
        curve = ToneCurve(lights)
    }

    private static let maxSamples = 1 << 16

    /// Converts pixels of four samples in the host's byte order.
    func convert(_ samples: UnsafePointer<UInt16>, to pixels: UnsafeMutablePointer<UInt8>, count: Int) {
        for index in stride(from: 0, to: 4 * count, by: 4) {
            let color = SRGBBytes(curve.mapped(linear(samples[index], samples[index + 1], samples[index + 2])))
            (pixels[index], pixels[index + 1], pixels[index + 2]) = (color.red, color.green, color.blue)
            pixels[index + 3] = UInt8(min(255, alphaScale * Float(samples[index + 3]) + 0.5))
        }
    }

    /// Returns the linear light in the primaries of sRGB.
    private func linear(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> SIMD3<Float> {
        let last = light.count - 1
        var color = SIMD3(light[min(Int(red), last)], light[min(Int(green), last)], light[min(Int(blue), last)])
        if isHLG {
            let sceneLuminance = (color * luminance).sum()
            color *=
                Float(ColorEncoding.Transfer.hlgPeak) * powf(sceneLuminance, ColorEncoding.Transfer.hlgExponent - 1)
        }
        return matrix * color
    }
}

/// The values of a color in sRGB.
struct SRGBBytes {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    /// - Parameter light: linear, with 1 for white; clipped. NaN is black.
    init(_ light: SIMD3<Float>) {
        let light = light.replacing(with: 0, where: light .!= light)
        let scaled = (light.clamped(lowerBound: .zero, upperBound: .one) * 65_535).rounded(.toNearestOrAwayFromZero)
        red = Self.values[Int(scaled.x)]
        green = Self.values[Int(scaled.y)]
        blue = Self.values[Int(scaled.z)]
    }

    private static let values: [UInt8] = (0...65_535).map { number in
        let light = Double(number) / 65_535
        let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8(255 * value + 0.5)
    }
}

/// A tone curve: keeps dark and middle tones, and compresses the lightest up to a peak into those below white.
struct ToneCurve {
    private let peak: Float

    /// - Parameter peak: the light of the brightest color to keep distinguishable, with 1 for white.
    init(peak: Float) {
        self.peak = max(1, peak)
    }

    /// Creates the curve for colors with these brightest channels, nearly all of which remain distinguishable.
    init(_ lights: [Float]) {
        let sorted = lights.filter(\.isFinite).sorted()
        self.init(peak: sorted.isEmpty ? 1 : sorted[min(sorted.count - 1, sorted.count * 999 / 1000)])
    }

    /// The light up to which nothing changes.
    private static let knee: Float = 0.6

    /// Returns a color with the same hue.
    func mapped(_ color: SIMD3<Float>) -> SIMD3<Float> {
        let brightest = color.max()
        // Rounding in the data may exceed white a little.
        guard peak > 1.01, brightest > Self.knee else { return color }
        // Reinhard's curve for values above the knee (Photographic Tone Reproduction for Digital Images, 2002).
        let (value, white) = ((brightest - Self.knee) / (1 - Self.knee), (peak - Self.knee) / (1 - Self.knee))
        let reduced = min(1, value * (1 + value / (white * white)) / (1 + value))
        return color * ((Self.knee + (1 - Self.knee) * reduced) / brightest)
    }
}

/// A matrix of three columns.
struct Matrix3 {
    let columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

    init(_ first: SIMD3<Float>, _ second: SIMD3<Float>, _ third: SIMD3<Float>) {
        columns = (first, second, third)
    }

    static func * (matrix: Matrix3, vector: SIMD3<Float>) -> SIMD3<Float> {
        matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
    }

    static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(left * right.columns.0, left * right.columns.1, left * right.columns.2)
    }

    /// The inverse; infinite if there is none.
    var inverse: Matrix3 {
        let (a, b, c) = columns
        let rows = (Self.cross(b, c), Self.cross(c, a), Self.cross(a, b))
        let determinant = (a * rows.0).sum()
        return Matrix3(
            SIMD3(rows.0.x, rows.1.x, rows.2.x) / determinant, SIMD3(rows.0.y, rows.1.y, rows.2.y) / determinant,
            SIMD3(rows.0.z, rows.1.z, rows.2.z) / determinant)
    }

    private static func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}

extension Matrix3 {
    /// Converts linear light in these primaries to CIE XYZ.
    fileprivate init(toXYZFrom primaries: ColorEncoding.Primaries) {
        let columns = Matrix3(primaries.red.xyz, primaries.green.xyz, primaries.blue.xyz)
        let scale = columns.inverse * primaries.white.xyz
        self.init(columns.columns.0 * scale.x, columns.columns.1 * scale.y, columns.columns.2 * scale.z)
    }

    /// Bradford's adaptation from a white to that of sRGB.
    fileprivate static func adaptation(from white: ColorEncoding.Chromaticity) -> Matrix3 {
        let cones = Matrix3(
            SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296))
        let gain = (cones * ColorEncoding.Chromaticity.d65.xyz) / (cones * white.xyz)
        let scale = Matrix3(SIMD3(gain.x, 0, 0), SIMD3(0, gain.y, 0), SIMD3(0, 0, gain.z))
        return cones.inverse * scale * cones
    }
}

extension ColorEncoding.Chromaticity {
    /// The color with a luminance of 1.
    fileprivate var xyz: SIMD3<Float> {
        SIMD3(Float(x / y), 1, Float((1 - x - y) / y))
    }
}
