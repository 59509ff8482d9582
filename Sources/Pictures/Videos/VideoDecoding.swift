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

    /// Describes a picture or video. Without a reader for its container, the size and length of a video come from an
    /// installed program; if there is none, only the sidecars are read. A video with a damaged header is described by
    /// its frame.
    public func describe(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureDescription {
        do {
            let description = try pictures.describe(request, cancellation: cancellation)
            guard description.size == nil, let format = description.failure.flatMap(VideoFormat.init) else {
                return description
            }
            return try completed(description, of: request, format, cancellation)
        } catch let failure as PictureFailure {
            // The program may read a header that our reader rejects.
            guard let format = VideoFormat(failure), format.hasReader else { throw failure }
            let video = try OpenedVideo(request.source, format: format, isDamaged: true)
            let frame = try frame(of: video, side: VideoFrames.largeSide, cancellation: cancellation)
            var description = DecodingRequest(.memory(frame), limits: request.limits)
            description.orientation = .own
            description.sidecars = request.sidecars ?? SidecarFiles.sources(besides: request.source)
            return try pictures.describe(description, cancellation: cancellation)
        }
    }

    /// Adds the size and length of a video.
    private func completed(
        _ description: PictureDescription, of request: DecodingRequest, _ format: VideoFormat,
        _ cancellation: DecodeCancellation
    ) throws -> PictureDescription {
        var description = description
        do {
            let video = try OpenedVideo(request.source, format: format)
            if let info = try frames.info(of: video.source, format: format, cancellation: cancellation) {
                description.details.setDuration(info.duration)
                description.size = info.size
            } else if !frames.hasInformation {
                description.details.missingPackage = VideoTool.Kind.ffmpeg.rawValue
            }
            if description.size == nil { description.size = try frameSize(of: video, request, cancellation) }
            description.failure = nil
        } catch let failure as PictureFailure {
            description.failure = failure
            if failure == .noVideoFrame(.noProgram) {
                description.details.missingPackage = VideoTool.Kind.ffmpeg.rawValue
            }
        }
        return description
    }

    private func frameSize(
        of video: OpenedVideo, _ request: DecodingRequest, _ cancellation: DecodeCancellation
    ) throws -> PixelSize {
        let frame = try frame(of: video, side: VideoFrames.largeSide, cancellation: cancellation)
        return try pictures.describe(
            DecodingRequest(.memory(frame), limits: request.limits), cancellation: cancellation
        )
        .requiredSize()
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
        var video = try OpenedVideo(request.source, format: format)
        if format.hasReader {
            try readHeader(of: &video, request, cancellation)
        } else if let info = try frames.info(of: video.source, format: format, cancellation: cancellation) {
            (video.size, video.duration) = (info.size, info.duration)
        }
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

    private func readHeader(
        of video: inout OpenedVideo, _ request: DecodingRequest, _ cancellation: DecodeCancellation
    ) throws {
        var request = request
        request.sidecars = []
        do {
            let header = try pictures.describe(request, cancellation: cancellation)
            (video.size, video.duration) = (header.size, header.details.duration)
        } catch PictureFailure.damaged {
            video.isDamaged = true
        } catch is PictureFailure {
            // The frame may still be readable.
        }
    }

    /// Returns a frame as an encoded picture.
    private func frame(of video: OpenedVideo, side: Int, cancellation: DecodeCancellation) throws -> [UInt8] {
        do {
            return try frames.frame(
                of: video.source, format: video.format, duration: video.duration, side: side,
                cancellation: cancellation)
        } catch PictureFailure.noVideoFrame(.failed) where video.isDamaged {
            throw PictureFailure.damaged(format: video.format.rawValue)
        }
    }
}

extension VideoFormat {
    /// The container of a video, from the failure of a picture decoder that has recognized it by its content; nil for
    /// other failures.
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
    /// Nil if unknown.
    var size: PixelSize?
    /// In seconds; nil if unknown.
    var duration: Double?
    /// Whether the header is damaged.
    var isDamaged: Bool

    init(_ source: EncodedSource, format: VideoFormat, isDamaged: Bool = false) throws {
        self.source = try OpenedSource(source)
        self.format = format
        self.isDamaged = isDamaged
    }
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
                // The frame has square pixels, so a box with pixels that are wider than high needs more of them.
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
    /// Returns the level of a frame as a level of its video, which may be larger.
    fileprivate func asFrame(ofVideo size: PixelSize, file: IdentifiedFile?) -> PictureLevel {
        var factor = 1
        while bitmap.width * factor < size.width, factor < 1 << 12 { factor *= 2 }
        return PictureLevel(
            bitmap: bitmap, region: PixelRegion(all: size), pictureSize: size,
            origin: factor > 1 ? .scaledDecode(factor: factor) : .fullDecode, factor: factor,
            contrast: contrast, isTruncated: isTruncated, file: file)
    }
}
