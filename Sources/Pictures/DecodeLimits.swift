/// What one decode may cost. It is told before the pixels are touched where the header tells, else the decode ends.
public struct DecodeLimits: Sendable {
    /// Pixels that a decoder has to produce: a JPEG at 1/8 produces a 64th of its own.
    public var pixels = 200_000_000
    /// Bytes of memory, of all decodes that run at one time.
    public var memory = 512 << 20
    /// Bytes of memory that an animation may take while it plays; a larger one stands still.
    public var animationBytes = 96 << 20
    /// Bytes of an encoded file.
    public var fileBytes = 256 << 20
    /// Bytes of an ICC profile; a larger one is ignored.
    public var profileBytes = 4 << 20
    /// Scans of a progressive JPEG.
    public var scans = 500
    /// Seconds of processor time.
    public var seconds = 4.0

    public static let standard = DecodeLimits()

    public init() {}
}
