import CPictureShims

/// A color transform from an ICC profile to sRGB.
struct ColorTransform: ~Copyable {
    /// The maximum memory of a profile and its transform. Real ones need less than 20 MB; a profile of 1 MB that repeats
    /// an element thousands of times would need 740 MB, and minutes.
    private static let maxBytes = 64 << 20

    private let color: OpaquePointer
    private let isOpaque: Bool

    /// Returns nil if the profile is invalid, needs more than `maxBytes`, or doesn't match the pixel model.
    init?(profile: [UInt8], model: DecodedPixels.Model) {
        let pixels =
            switch model {
            case .rgba, .sRGB: TINTYPE_COLOR_RGBA
            case .grayAlpha: TINTYPE_COLOR_GRAY_ALPHA
            case .lightCMYK: TINTYPE_COLOR_LIGHT_CMYK
            }
        guard let color = tintype_color_open(profile, profile.count, pixels, Self.maxBytes) else { return nil }
        self.color = color
        isOpaque = model == .lightCMYK
    }

    deinit {
        tintype_color_close(color)
    }

    /// Converts pixels of four bytes; alpha is unchanged.
    func apply(to pixels: inout [UInt8]) {
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
