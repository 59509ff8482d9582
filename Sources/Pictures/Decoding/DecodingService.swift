import Albums
import Basics
import CellArt

/// The single way from encoded bytes to pixels.
///
/// Requests and replies are values, and nothing else is shared with the caller, so another process can do the work.
/// Calls block until they are answered; `DecodeThreads` keeps them off the main actor. Cancelling `cancellation`, from
/// any thread, makes a call end early with a `CancellationError`. All calls throw `PictureFailure`.
public protocol DecodingService: Sendable {
    /// Reads the size and the metadata of a picture or video without decoding its pixels.
    func describe(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureDescription

    /// Decodes the embedded preview: the EXIF thumbnail of a JPEG (reading only the head of the file) or raw file, or
    /// the thumbnail of a HEIC or AVIF. Nil if there is none, or decoding it is hardly faster.
    func preview(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureLevel?

    /// Decodes the pixels that are needed, upright and in sRGB, on an opaque background except for `cached`.
    func render(
        _ request: DecodingRequest, _ extent: DecodedExtent, cancellation: DecodeCancellation
    ) throws -> PictureLevel

    /// Decodes a cached thumbnail in a size for drawing with at most `box` pixels; nil if it doesn't match the claimed
    /// file. `pictureSize` is the size recorded in the thumbnail, or else the thumbnail's own.
    func cachedThumbnail(
        _ request: DecodingRequest, _ claim: ThumbnailClaim, box: PixelSize, cancellation: DecodeCancellation
    ) throws -> PictureLevel?

    /// Reads a failure recorded in a cache; nil if it doesn't match the claimed file.
    func recordedFailure(
        _ request: DecodingRequest, _ claim: ThumbnailClaim, cancellation: DecodeCancellation
    ) throws -> PictureFailure?

    /// Decodes the first frame of an animation; nil for a still picture, or if playing needs too much memory.
    func animation(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> DecodedAnimation?

    /// Allows pictures that ended a decoder to be decoded again.
    func forgetDangerousPictures()
}

extension DecodingService {
    /// Returns a request with a known orientation. Reads the sidecars if necessary.
    func resolved(_ request: DecodingRequest, _ cancellation: DecodeCancellation) throws -> DecodingRequest {
        guard request.orientation == .unread else { return request }
        var request = request
        let sidecars = request.sidecars ?? SidecarFiles.xmpSources(besides: request.source)
        request.sidecars = sidecars
        do {
            request.orientation =
                sidecars.isEmpty ? .own : try describe(request, cancellation: cancellation).orientation
        } catch is PictureFailure {
            // Decoding has the better explanation.
            request.orientation = .own
        }
        return request
    }
}

/// The picture to decode, and the resources that this may take.
public struct DecodingRequest: Sendable {
    public var source: EncodedSource
    public var limits: DecodeLimits
    /// The sidecars with metadata and perhaps an orientation; nil to look for them beside the file.
    var sidecars: [EncodedSource]?
    /// Read from the sidecars unless it is known.
    var orientation = PhotoOrientation.unread

    public init(_ source: EncodedSource, limits: DecodeLimits = .default) {
        self.source = source
        self.limits = limits
    }
}

/// Resource limits of a decode. Checked before decoding if the header suffices; otherwise an excess aborts the decode.
public struct DecodeLimits: Sendable {
    /// Maximum number of pixels that a decoder produces. At 1/8, a JPEG decoder produces a 64th of the picture's
    /// pixels.
    public var pixels = 200_000_000
    /// Maximum memory of all simultaneous decodes, in bytes.
    public var memory = 512 << 20
    /// Maximum memory of an animation during playback, in bytes. A larger one is shown as a still.
    public var animationBytes = 96 << 20
    /// Maximum size of an encoded picture, in bytes. Videos have none, because only their headers are read.
    public var fileBytes = 256 << 20
    /// Maximum size of an ICC profile, in bytes; a larger one is ignored.
    public var profileBytes = 4 << 20
    /// Maximum number of scans in a progressive JPEG.
    public var scans = 500
    /// Maximum processor time for a thumbnail, in seconds.
    public var tileSeconds = 4.0
    /// Maximum processor time for a view of a picture, in seconds.
    public var viewSeconds = 15.0
    /// Maximum processor time for a frame of an animation, in seconds.
    public var frameSeconds = 2.0
    /// Maximum time that a worker may make no progress, in seconds: a slow disk is no attack.
    public var standstillSeconds = 30.0
    /// Maximum time of a task apart from waits for memory, in seconds, however slow the disk or busy the computer is.
    public var taskSeconds = 300.0

    public static let `default` = DecodeLimits()

    public init() {}

    /// Returns the maximum processor time for the pixels that are needed, in seconds.
    func seconds(for extent: DecodedExtent) -> Double {
        switch extent {
        case .thumbnail, .cached: tileSeconds
        default: viewSeconds
        }
    }
}

/// The properties of a picture that its header reveals.
public struct PictureDescription: Sendable {
    /// The upright size; nil for a damaged file with intact metadata, or a video without a program that knows its size.
    public var size: PixelSize?
    public var orientation = PhotoOrientation.own
    /// The average color; nil unless a quick look at an EXIF thumbnail gives it.
    public var color: AverageColor?
    /// The embedded metadata about the photo.
    public var details: PhotoDetails
    /// Why the size is unknown; nil if it is known.
    public var failure: PictureFailure?

    /// Returns the size.
    /// - Throws: the failure if it is unknown.
    public func requiredSize() throws -> PixelSize {
        if let size { return size }
        throw failure ?? .unknownFormat
    }
}

/// The pixels of a picture that are needed. More may be decoded if that takes no longer.
public enum DecodedExtent: Sendable {
    /// The whole picture, scaled to draw it with at most `box` pixels (see `ThumbnailSize`).
    case thumbnail(box: PixelSize)
    /// The whole picture for a cache of thumbnails: at most `side` pixels wide and high, and with its transparency.
    case cached(side: Int)
    /// The whole picture in at least this size, unless it is smaller.
    case covering(PixelSize)
    /// The whole picture in at least the size that fits into a box and keeps the picture's aspect ratio. A pixel of the
    /// box is `pixelAspect` times as high as wide.
    case fitting(PixelSize, pixelAspect: Double)
    /// Part of the upright picture at 1/`factor` or more. Pictures that are always decoded whole are returned whole in
    /// full size, up to `maxBytes`.
    case region(PixelRegion, factor: Int, maxBytes: Int)
}

/// An animation during playback, with its first frame.
public struct DecodedAnimation: Sendable {
    public let first: AnimationFrame
    /// The decoder of further frames; deinitialized when playback ends.
    public let frames: any AnimationFrames
}

/// A frame of an animation, composited with its predecessors.
public struct AnimationFrame: Sendable {
    /// The whole picture in full size.
    public let level: PictureLevel
    /// The display time, or what remains of it.
    public let duration: Duration
}

/// Decodes the frames of an animation in order.
public protocol AnimationFrames: AnyObject, Sendable {
    /// Returns the frame that is due `lateness` after the display time of the current frame ended, skipping overdue
    /// ones; nil after the last frame. Each frame may take `limits.frameSeconds`.
    func next(lateness: Duration, cancellation: DecodeCancellation) throws -> AnimationFrame?
}
