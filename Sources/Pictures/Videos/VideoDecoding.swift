import Albums
import Basics
import CellArt

/// Decodes pictures, and shows videos as one of their frames.
public final class VideoDecoding: DecodingService {
    private let pictures: any DecodingService
    public let frames: VideoFrames

    /// - Parameter pictures: decodes the frames, too.
    public init(_ pictures: any DecodingService, frames: VideoFrames = VideoFrames()) {
        self.pictures = pictures
        self.frames = frames
    }

    /// The size of a video without one in its header is that of a frame.
    public func describe(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureDescription {
        do {
            return try pictures.describe(request, cancellation: cancellation)
        } catch let failure as PictureFailure {
            guard let format = VideoFormat(failure) else { throw failure }
            let video = try OpenedVideo(request.source, format: format, header: .failure(failure))
            let frame = try frame(of: video, side: VideoFrames.largeSide, cancellation: cancellation)
            var description = DecodingRequest(.memory(frame), limits: request.limits)
            description.sidecars = request.sidecars ?? SidecarFiles.sources(besides: request.source)
            return try pictures.describe(description, cancellation: cancellation)
        }
    }

    public func preview(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureLevel? {
        try unlessVideo { try pictures.preview(request, cancellation: cancellation) }
    }

    public func render(
        _ request: DecodingRequest, _ extent: DecodedExtent, cancellation: DecodeCancellation
    ) throws -> PictureLevel {
        do {
            return try pictures.render(request, extent, cancellation: cancellation)
        } catch let failure as PictureFailure {
            guard let format = VideoFormat(failure) else { throw failure }
            return try render(request, extent, of: format, cancellation)
        }
    }

    private func render(
        _ request: DecodingRequest, _ extent: DecodedExtent, of format: VideoFormat, _ cancellation: DecodeCancellation
    ) throws -> PictureLevel {
        let video = try OpenedVideo(
            request.source, format: format, header: header(of: request, cancellation: cancellation))
        // Tiles and views need the same size of the video.
        let side = video.size == nil ? VideoFrames.largeSide : extent.frameSide
        let frame = try frame(of: video, side: side, cancellation: cancellation)
        let level = try pictures.render(
            DecodingRequest(.memory(frame), limits: request.limits), extent.ofFrame, cancellation: cancellation)
        return level.asFrame(ofVideo: video.size ?? level.pictureSize, file: video.source.version)
    }

    public func animation(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> DecodedAnimation? {
        try unlessVideo { try pictures.animation(request, cancellation: cancellation) }
    }

    public func cachedThumbnail(
        _ request: DecodingRequest, _ claim: ThumbnailClaim, box: PixelSize, cancellation: DecodeCancellation
    ) throws -> PictureLevel? {
        try pictures.cachedThumbnail(request, claim, box: box, cancellation: cancellation)
    }

    public func recordedFailure(
        _ request: DecodingRequest, _ claim: ThumbnailClaim, cancellation: DecodeCancellation
    ) throws -> PictureFailure? {
        try pictures.recordedFailure(request, claim, cancellation: cancellation)
    }

    public func forgetDangerousPictures() {
        pictures.forgetDangerousPictures()
        frames.forgetFailures()
    }

    /// Returns nil for a video.
    private func unlessVideo<Value>(_ decode: () throws -> Value?) throws -> Value? {
        do {
            return try decode()
        } catch let failure as PictureFailure {
            guard VideoFormat(failure) == nil else { return nil }
            throw failure
        }
    }

    private func header(
        of request: DecodingRequest, cancellation: DecodeCancellation
    ) throws -> Result<PictureDescription, PictureFailure> {
        var request = request
        request.sidecars = []
        do {
            return .success(try pictures.describe(request, cancellation: cancellation))
        } catch let failure as PictureFailure {
            return .failure(failure)
        }
    }

    /// Returns a frame as an encoded picture.
    private func frame(of video: OpenedVideo, side: Int, cancellation: DecodeCancellation) throws -> [UInt8] {
        do {
            return try frames.frame(
                of: video.source, format: video.format, duration: video.duration, side: side,
                cancellation: cancellation)
        } catch PictureFailure.noVideoFrame(.failed) {
            if case .failure(.damaged(let format)) = video.header { throw PictureFailure.damaged(format: format) }
            throw PictureFailure.noVideoFrame(.failed)
        }
    }
}

extension VideoFormat {
    /// The container of a video that a decoder of pictures has rejected, or one with a damaged header; nil for other
    /// failures. The decoders look at the content, so nothing of a file is read here.
    fileprivate init?(_ failure: PictureFailure) {
        switch failure {
        case .unsupportedFormat(let name), .damaged(let name): self.init(rawValue: name)
        default: return nil
        }
    }
}

/// An open video, and the metadata in its header.
private struct OpenedVideo {
    let source: OpenedSource
    let format: VideoFormat
    let header: Result<PictureDescription, PictureFailure>

    init(_ source: EncodedSource, format: VideoFormat, header: Result<PictureDescription, PictureFailure>) throws {
        self.source = try OpenedSource(source)
        self.format = format
        self.header = header
    }

    var size: PixelSize? { try? header.get().size }
    /// In seconds; nil if unknown.
    var duration: Double? { try? header.get().details.duration }
}

extension DecodedExtent {
    /// The maximum width and height of the frame to read. There are only two, so that a frame serves many requests.
    fileprivate var frameSide: Int {
        let needed =
            switch self {
            case .thumbnail(let box): ThumbnailSize.side(for: box)
            case .cached(let side): side
            case .covering(let size): max(size.width, size.height)
            case .fitting(let box, let pixelAspect):
                // The frame has square pixels, so lower ones in the box need more of them.
                Int(Double(max(box.width, box.height)) * max(1, min(1 / pixelAspect, 1000)))
            case .region: VideoFrames.largeSide
            }
        return needed <= VideoFrames.smallSide ? VideoFrames.smallSide : VideoFrames.largeSide
    }

    /// The pixels of the frame that are needed. The viewer gets the whole frame, for zooming in.
    fileprivate var ofFrame: DecodedExtent {
        guard case .region = self else { return self }
        return .covering(PixelSize(width: VideoFrames.largeSide, height: VideoFrames.largeSide))
    }
}

extension PictureLevel {
    /// Returns the level of a frame as one of its video, of which the frame may be a reduced version.
    fileprivate func asFrame(ofVideo size: PixelSize, file: FileVersion?) -> PictureLevel {
        var factor = 1
        while bitmap.width * factor < size.width, factor < 1 << 12 { factor *= 2 }
        return PictureLevel(
            bitmap: bitmap, region: PixelRegion(all: size), pictureSize: size,
            origin: factor > 1 ? .scaledDecode(factor: factor) : .fullDecode, factor: factor,
            contrast: contrast, isTruncated: isTruncated, file: file)
    }
}
