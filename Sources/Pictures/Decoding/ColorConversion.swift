extension DecodedPixels {
    /// Converts the pixels to sRGB, using the embedded profile if possible.
    consuming func convertedToSRGB(profile: [UInt8]?) -> DecodedPixels {
        if model == .sRGB { return self }
        if let profile, let transform = ColorTransform(profile: profile, model: model) {
            transform.apply(to: &bytes)
        } else if model == .lightCMYK {
            showInks()
        }
        model = .sRGB
        return self
    }

    /// Converts CMYK naively, treating inks as stacked filters, as is common without a profile.
    private mutating func showInks() {
        for index in stride(from: 0, to: bytes.count, by: 4) {
            let black = UInt32(bytes[index + 3])
            for channel in index..<index + 3 {
                bytes[channel] = UInt8((UInt32(bytes[channel]) * black + 127) / 255)
            }
            bytes[index + 3] = 255
        }
    }
}
