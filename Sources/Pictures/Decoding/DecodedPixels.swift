import CellArt

/// Pixels as they are stored in a picture: not yet upright, in the picture's own color space.
struct DecodedPixels {
    /// What the four bytes of a pixel are.
    enum Model {
        /// Red, green, blue and alpha, alpha not multiplied in.
        case rgba
        /// The same with red, green and blue always equal.
        case grayAlpha
        /// Cyan, magenta, yellow and black, 255 for no ink.
        case lightCMYK
        /// Red, green, blue and alpha of sRGB.
        case sRGB
    }

    let size: PixelSize
    var bytes: [UInt8]
    var model: Model
    /// Whether an alpha may be other than 255.
    var hasAlpha: Bool
    /// Whether the data ended before the picture did; the pixels that are missing are transparent.
    var isCut = false

    /// The same in another size.
    /// - Precondition: the fourth byte is alpha.
    consuming func scaled(to target: PixelSize) -> DecodedPixels {
        precondition(model != .lightCMYK)
        let bitmap = Bitmap(width: size.width, height: size.height, pixels: bytes, isOpaque: !hasAlpha)
        return DecodedPixels(
            size: target, bytes: bitmap.scaled(toWidth: target.width, height: target.height).pixels, model: model,
            hasAlpha: hasAlpha, isCut: isCut)
    }

    /// The pixels turned upright.
    consuming func turned(_ turn: Orientation) -> Bitmap {
        let upright = turn.turned(size)
        let alphas = stride(from: 3, to: bytes.count, by: 4)
        let isOpaque = !hasAlpha || alphas.allSatisfy { bytes[$0] == 255 }
        return Bitmap(
            width: upright.width, height: upright.height, pixels: turn.turned(bytes, size: size), isOpaque: isOpaque)
    }
}
