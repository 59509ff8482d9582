import CPictureShims

/// A color transform to sRGB, from an ICC profile or from inks without one.
struct ColorTransform: ~Copyable {
    /// The maximum memory of a profile and its transform. Real ones need less than 20 MB; a profile of 1 MB that repeats
    /// an element thousands of times would need 740 MB, and minutes.
    private static let maxBytes = 64 << 20

    /// The transform of a profile; nil for inks on paper in general.
    private let color: OpaquePointer?
    private let isOpaque: Bool

    /// Ignores a profile that is invalid, needs more than `maxBytes`, or doesn't match the pixel model. Returns nil for
    /// RGB and gray pixels without a usable profile: they count as sRGB.
    init?(profile: [UInt8]?, model: DecodedPixels.Model) {
        let pixels =
            switch model {
            case .rgba, .sRGB: TINTYPE_COLOR_RGBA
            case .grayAlpha: TINTYPE_COLOR_GRAY_ALPHA
            case .lightCMYK: TINTYPE_COLOR_LIGHT_CMYK
            }
        color = profile.flatMap { tintype_color_open($0, $0.count, pixels, Self.maxBytes) }
        isOpaque = model == .lightCMYK
        guard color != nil || model == .lightCMYK else { return nil }
    }

    deinit {
        if let color { tintype_color_close(color) }
    }

    /// Converts pixels of four bytes; alpha is unchanged.
    func apply(to pixels: inout [UInt8]) {
        guard let color else { return InksOnPaper.apply(to: &pixels) }
        let count = UInt32(pixels.count / 4)
        pixels.withUnsafeMutableBufferPointer { pixels in
            if let start = pixels.baseAddress { tintype_color_convert(color, start, count) }
        }
        guard isOpaque else { return }
        for alpha in stride(from: 3, to: pixels.count, by: 4) {
            pixels[alpha] = 255
        }
    }
}

/// The colors of CMYK without a profile.
///
/// Neugebauer's model: a color is the average of the 16 overprints of full inks, weighted by the area that each covers.
/// Averaging sRGB values rather than light approximates dot gain (Yule and Nielsen).
private enum InksOnPaper {
    /// The overprints on coated paper (SWOP): the first half without black, then without cyan, without magenta and without
    /// yellow in turn.
    private static let overprints: [SIMD4<Float>] = [
        (255, 255, 255), (255, 242, 0), (236, 0, 140), (237, 28, 36),
        (0, 174, 239), (0, 166, 80), (46, 48, 146), (54, 54, 57),
        (35, 31, 32), (27, 26, 0), (35, 0, 0), (34, 0, 0),
        (0, 14, 35), (0, 18, 0), (0, 0, 1), (0, 0, 0),
    ].map { SIMD4($0, $1, $2, 255) }

    /// Converts pixels with 255 for no ink to opaque ones.
    static func apply(to pixels: inout [UInt8]) {
        overprints.withUnsafeBufferPointer { overprints in
            for index in stride(from: 0, to: pixels.count, by: 4) {
                let free =
                    SIMD4<Float>(SIMD4(pixels[index], pixels[index + 1], pixels[index + 2], pixels[index + 3])) / 255
                func mixed(_ first: Int) -> SIMD4<Float> {
                    func yellow(_ first: Int) -> SIMD4<Float> {
                        overprints[first + 1] + (overprints[first] - overprints[first + 1]) * free.z
                    }
                    func magenta(_ first: Int) -> SIMD4<Float> {
                        yellow(first + 2) + (yellow(first) - yellow(first + 2)) * free.y
                    }
                    return magenta(first + 4) + (magenta(first) - magenta(first + 4)) * free.x
                }
                let color = mixed(8) + (mixed(0) - mixed(8)) * free.w
                for channel in 0..<4 { pixels[index + channel] = UInt8(min(max(0, color[channel] + 0.5), 255)) }
            }
        }
    }
}
