import Basics
import CellArt

/// Pixels as stored in a picture: in its own orientation and color space.
struct DecodedPixels {
    /// The meaning of a pixel's four bytes.
    enum Model {
        /// Red, green, blue and straight (not premultiplied) alpha.
        case rgba
        /// Like `rgba`, with red, green and blue always equal.
        case grayAlpha
        /// Cyan, magenta, yellow and black, with 255 for no ink.
        case lightCMYK
        /// Red, green, blue and alpha in sRGB.
        case sRGB
    }

    let size: PixelSize
    var bytes: [UInt8]
    var model: Model
    /// Whether any alpha may differ from 255.
    var hasAlpha: Bool
    /// Whether the data is truncated. Missing pixels are transparent.
    var isTruncated = false

    /// Returns the pixels in another size.
    /// - Precondition: the fourth byte is alpha.
    consuming func scaled(to target: PixelSize) -> DecodedPixels {
        precondition(model != .lightCMYK)
        let bitmap = Bitmap(width: size.width, height: size.height, pixels: bytes, isOpaque: !hasAlpha)
        return DecodedPixels(
            size: target, bytes: bitmap.scaled(toWidth: target.width, height: target.height).pixels, model: model,
            hasAlpha: hasAlpha, isTruncated: isTruncated)
    }

    /// Returns the pixels in upright orientation.
    consuming func rotated(_ orientation: Orientation) -> Bitmap {
        let upright = orientation.rotated(size)
        let alphas = stride(from: 3, to: bytes.count, by: 4)
        let isOpaque = !hasAlpha || alphas.allSatisfy { bytes[$0] == 255 }
        return Bitmap(
            width: upright.width, height: upright.height, pixels: orientation.rotated(bytes, size: size),
            isOpaque: isOpaque)
    }

    /// Converts the pixels to sRGB, using the embedded profile if possible.
    consuming func convertedToSRGB(profile: [UInt8]?) -> DecodedPixels {
        if model == .sRGB { return self }
        if let transform = ColorTransform(profile: profile, model: model) { transform.apply(to: &bytes) }
        model = .sRGB
        return self
    }
}
