import Albums

/// One format's way from bytes to pixels. Made from a whole file's bytes, it has read the header and no pixels.
protocol PictureDecoder {
    /// As stored.
    var size: PixelSize { get }
    var orientation: Orientation { get }
    /// The embedded ICC profile.
    var profile: [UInt8]? { get }
    /// What is embedded of how it was taken, read when asked for.
    var details: PhotoDetails? { get }
    /// The largest factor that a plan may have.
    var maxFactor: Int { get }
    /// Whether the work shrinks with a plan's factor, so that a reduced decode is worth doing by itself.
    var isFasterReduced: Bool { get }
    /// How many pixels must be produced in the course of a decode.
    func producedPixels(for plan: DecodePlan) -> Int

    /// An estimate of the bytes of memory that `decode` takes, without the file's own. Asked only where the pixels are few
    /// enough.
    func memory(for plan: DecodePlan) -> Int

    /// The size of the small version of the picture that is embedded, as stored; nil where there is none, or it is not worth
    /// being decoded first.
    var previewSize: PixelSize? { get }

    /// Decodes the small version.
    func preview(stop: DecodeStop) throws -> DecodedPixels?

    /// Called once.
    /// - Throws: `PictureFailure`, or `CancellationError` when told to stop.
    func decode(_ plan: DecodePlan, limits: DecodeLimits, stop: DecodeStop) throws -> DecodedPixels
}

extension PictureDecoder {
    var details: PhotoDetails? { nil }
    var maxFactor: Int { 1 << 12 }
    var isFasterReduced: Bool { false }
    func producedPixels(for plan: DecodePlan) -> Int { size.count }
    var previewSize: PixelSize? { nil }
    func preview(stop: DecodeStop) throws -> DecodedPixels? { nil }
}
