/// What a photo on the screen was drawn from.
public struct ShownPixels: Hashable, Sendable {
    /// In pixels, before they became cells.
    public let width: Int
    public let height: Int
    public let origin: PixelOrigin
    /// Whether they were made for an earlier look.
    public let wereInMemory: Bool

    public init(width: Int, height: Int, origin: PixelOrigin, wereInMemory: Bool) {
        self.width = width
        self.height = height
        self.origin = origin
        self.wereInMemory = wereInMemory
    }
}

/// How pixels came to be.
public enum PixelOrigin: Hashable, Sendable {
    /// Every pixel of the part that is shown was decoded.
    case fullDecode
    /// The format let the decoder leave out what is not shown: it made 1/`factor` of the width and height.
    case scaledDecode(factor: Int)
    /// A service was asked for a smaller picture than the photo.
    case scaledByService
    /// Nothing was decoded: the program paints it.
    case painted
}
