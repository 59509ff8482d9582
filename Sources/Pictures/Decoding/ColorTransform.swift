import CLCMS

/// A color transform from an ICC profile to sRGB, using lcms2.
struct ColorTransform: ~Copyable {
    private let context: cmsContext
    private let transform: cmsHTRANSFORM
    private let isOpaque: Bool

    /// Returns nil if the profile is invalid or doesn't match the pixel model.
    init?(profile: [UInt8], model: DecodedPixels.Model) {
        // A private context, because the error handler of lcms2's global context is shared by everyone.
        guard let context = cmsCreateContext(nil, nil) else { return nil }
        let source = cmsOpenProfileFromMemTHR(context, profile, cmsUInt32Number(profile.count))
        let target = cmsCreate_sRGBProfileTHR(context)
        defer {
            if let source { cmsCloseProfile(source) }
            if let target { cmsCloseProfile(target) }
        }
        guard let source, let target, let format = Self.format(of: source, model: model),
            let transform = cmsCreateTransformTHR(
                context, source, format, target, Self.rgba, cmsUInt32Number(INTENT_PERCEPTUAL), 0)
        else {
            cmsDeleteContext(context)
            return nil
        }
        self.context = context
        self.transform = transform
        isOpaque = model == .lightCMYK
    }

    deinit {
        cmsDeleteTransform(transform)
        cmsDeleteContext(context)
    }

    /// Converts pixels of four bytes; alpha is unchanged.
    func apply(to pixels: inout [UInt8]) {
        let count = cmsUInt32Number(pixels.count / 4)
        pixels.withUnsafeMutableBytes { cmsDoTransform(transform, $0.baseAddress, $0.baseAddress, count) }
        guard isOpaque else { return }
        for alpha in stride(from: 3, to: pixels.count, by: 4) {
            pixels[alpha] = 255
        }
    }

    /// Returns lcms2's pixel format for a model, or nil if the profile doesn't match it. Spells out macros of lcms2.h
    /// that Swift doesn't import: color space << 16, inverted << 13, extra bytes << 7, channels << 3, bytes per
    /// channel.
    private static func format(of profile: cmsHPROFILE, model: DecodedPixels.Model) -> cmsUInt32Number? {
        switch (model, cmsGetColorSpace(profile)) {
        case (.rgba, cmsSigRgbData), (.grayAlpha, cmsSigRgbData): rgba
        case (.grayAlpha, cmsSigGrayData): cmsUInt32Number(PT_GRAY << 16 | 3 << 7 | 1 << 3 | 1)
        case (.lightCMYK, cmsSigCmykData): cmsUInt32Number(PT_CMYK << 16 | 1 << 13 | 4 << 3 | 1)
        default: nil
        }
    }

    private static let rgba = cmsUInt32Number(PT_RGB << 16 | 1 << 7 | 3 << 3 | 1)
}
