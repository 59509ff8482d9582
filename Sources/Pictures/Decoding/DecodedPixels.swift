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
    }

    let size: PixelSize
    var bytes: [UInt8]
    var model: Model
    /// Whether an alpha may be other than 255.
    var hasAlpha: Bool
}
