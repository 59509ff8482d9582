/// Resource limits of a decode. Checked before decoding if the header suffices; otherwise an excess aborts the decode.
public struct DecodeLimits: Sendable {
    /// Maximum number of pixels that a decoder produces. At 1/8, a JPEG decoder produces a 64th of the picture's
    /// pixels.
    public var pixels = 200_000_000
    /// Maximum memory of all simultaneous decodes, in bytes.
    public var memory = 512 << 20
    /// Maximum memory of an animation during playback, in bytes. A larger one is shown as a still.
    public var animationBytes = 96 << 20
    /// Maximum size of an encoded file, in bytes.
    public var fileBytes = 256 << 20
    /// Maximum size of an ICC profile, in bytes; a larger one is ignored.
    public var profileBytes = 4 << 20
    /// Maximum number of scans in a progressive JPEG.
    public var scans = 500
    /// Maximum processor time in seconds.
    public var seconds = 4.0

    public static let `default` = DecodeLimits()

    public init() {}
}
