import Albums
import Basics

/// A decoder for one format. It is created from a complete file and has parsed only the header.
protocol PictureDecoder {
    /// The stored size.
    var size: PixelSize { get }
    /// How to make the stored pixels upright.
    var orientation: Orientation { get }
    /// The orientation in the metadata; another one than that of the pixels if the camera has rotated the preview.
    var fileOrientation: Orientation { get }
    /// The embedded ICC profile.
    var profile: [UInt8]? { get }
    /// The embedded metadata about the photo, parsed on demand.
    var details: PhotoDetails? { get }
    /// The largest factor that a plan may have.
    var maxFactor: Int { get }
    /// Whether a larger factor means less work, so that a separate reduced decode pays off.
    var isFasterReduced: Bool { get }
    /// Returns the number of pixels that a decode produces internally.
    func producedPixels(for plan: DecodePlan) -> Int

    /// Returns an estimate of the memory that `decode` needs, in bytes, excluding the file. Called only if the number
    /// of pixels is within the limits.
    func memory(for plan: DecodePlan) -> Int

    /// The stored size of the embedded preview; nil if there is none or decoding it first doesn't pay off.
    var previewSize: PixelSize? { get }

    /// Decodes the embedded preview.
    func preview(cancellation: DecodeCancellation) throws -> DecodedPixels?

    /// Decodes the picture; called once.
    /// - Throws: `PictureFailure`, or `CancellationError` if `cancellation` is cancelled.
    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels
}

extension PictureDecoder {
    var fileOrientation: Orientation { orientation }
    var details: PhotoDetails? { nil }
    var maxFactor: Int { 1 << 12 }
    var isFasterReduced: Bool { false }
    func producedPixels(for plan: DecodePlan) -> Int { size.count }
    var previewSize: PixelSize? { nil }
    func preview(cancellation: DecodeCancellation) throws -> DecodedPixels? { nil }
}

/// The output that a decoder should produce: a region of the stored picture at 1/`factor` of its size.
struct DecodePlan: Hashable {
    /// The region in stored pixels.
    let region: PixelRegion
    /// The reduction factor, a power of two.
    let factor: Int

    /// The size of the output.
    var size: PixelSize { region.size.divided(by: factor) }

    /// The size of the output in bytes.
    var bytes: Int { 4 * size.count }
}
