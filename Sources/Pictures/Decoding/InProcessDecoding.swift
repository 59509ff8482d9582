import Albums
import Basics
import CellArt

/// Decodes pictures in this process, on the caller's thread.
public final class InProcessDecoding: DecodingService {
    private let memory: any DecodeMemory

    /// - Parameter memory: the maximum memory of all simultaneous decodes, in bytes.
    public init(memory: Int = DecodeLimits.default.memory) {
        self.memory = MemoryBudget(capacity: memory)
    }

    init(memory: any DecodeMemory) {
        self.memory = memory
    }

    public func describe(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureDescription {
        var context = context(request, request.limits.viewSeconds, cancellation)
        context.orientation = nil
        let sidecars = try (request.sidecars ?? SidecarFiles.sources(besides: request.source)).map { source in
            let content = try source.open().read(XMPPacket.maxBytes, at: 0, cancellation: cancellation)
            return withExtendedLifetime(content) { Array(content.bytes) }
        }
        let takeout = sidecars.lazy.compactMap { TakeoutMetadata($0) }.first?.details
        let file = try FileWithHead(request.source.open(), cancellation: cancellation)
        let format: PictureFormat
        switch try file.content(cancellation: cancellation) {
        case .picture(let found): format = found
        case .video(let format):
            let video = try VideoHeader(of: file, format: format, cancellation: cancellation)
            let details = PhotoDetails(EmbeddedMetadata(xmp: video.xmp), sidecars: sidecars)
            return PictureDescription(
                size: video.size, details: details.merged(with: video.details).merged(with: takeout),
                failure: video.size == nil ? .unsupportedFormat(format.rawValue) : nil)
        }
        let metadata = try EmbeddedMetadata(of: file, format: format, cancellation: cancellation)
        var details = PhotoDetails(metadata, sidecars: sidecars)
        if format == .heic || format == .avif {
            details.setFrameCount(try HEIFSequence.frameCount(of: file, cancellation: cancellation))
        }
        /// Decides about the orientation, unless it is known.
        func orientation(insteadOf own: Orientation) -> PhotoOrientation {
            request.orientation == .unread
                ? PhotoOrientation(of: own, format: format, sidecars: sidecars) : request.orientation
        }
        if let size = metadata.size {
            let color = format == .jpeg ? try metadata.thumbnail?.averageColor(in: context) : nil
            return PictureDescription(size: size, color: color, details: details.merged(with: takeout))
                .rotated(from: metadata.fileOrientation, to: orientation(insteadOf: metadata.fileOrientation))
        }
        let picture: OpenedPicture
        do {
            picture = try OpenedPicture.header(of: request.source, in: context)
        } catch let failure as PictureFailure {
            details = details.merged(with: takeout)
            guard case .damaged = failure, details != PhotoDetails() else { throw failure }
            return PictureDescription(size: nil, details: details, failure: failure)
        }
        return PictureDescription(
            size: picture.size, color: try picture.thumbnail?.averageColor(in: context),
            details: details.merged(with: picture.details).merged(with: takeout)
        )
        .rotated(from: picture.fileOrientation, to: orientation(insteadOf: picture.fileOrientation))
    }

    public func preview(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureLevel? {
        let request = try resolved(request, cancellation)
        return try OpenedPicture.preview(
            of: request.source, in: context(request, request.limits.tileSeconds, cancellation))?
            .withContrastingBackground()
    }

    public func render(
        _ request: DecodingRequest, _ extent: DecodedExtent, cancellation: DecodeCancellation
    ) throws -> PictureLevel {
        let start = DecodeCancellation.processorTime()
        defer { cancellation.addUsed(seconds: Double(DecodeCancellation.processorTime() - start) / 1e9) }
        let request = try resolved(request, cancellation)
        let context = context(request, request.limits.seconds(for: extent), cancellation)
        do {
            return try OpenedPicture(request.source, in: context).level(extent).withContrastingBackground()
        } catch let failure as PictureFailure {
            guard case .damaged = failure,
                let thumbnail = try ExifThumbnail.level(ofDamaged: request.source.open(), in: context)
            else { throw failure }
            return thumbnail
        }
    }

    public func cachedThumbnail(
        _ request: DecodingRequest, _ claim: ThumbnailClaim, box: PixelSize, cancellation: DecodeCancellation
    ) throws -> PictureLevel? {
        let context = context(request, request.limits.tileSeconds, cancellation)
        guard let texts = try texts(of: request, claim, in: context) else { return nil }
        let thumbnail = try OpenedPicture(request.source, in: context)
        // The picture was rotated when its thumbnail was made.
        guard thumbnail.isStoredUpright, max(thumbnail.size.width, thumbnail.size.height) <= Self.maxThumbnailSide
        else {
            return nil
        }
        let level = try thumbnail.level(.thumbnail(box: box)).withContrastingBackground()
        guard !level.isTruncated else { return nil }
        return level.asThumbnail(of: texts.pictureSize(ofThumbnail: thumbnail.size) ?? thumbnail.size)
    }

    public func recordedFailure(
        _ request: DecodingRequest, _ claim: ThumbnailClaim, cancellation: DecodeCancellation
    ) throws -> PictureFailure? {
        let context = context(request, request.limits.tileSeconds, cancellation)
        return try texts(of: request, claim, in: context)?[.failure].flatMap {
            PictureFailure(record: String(decoding: $0, as: UTF8.self))
        }
    }

    /// Reads the texts of a thumbnail; nil unless it belongs to the claimed file and is up to date.
    private func texts(
        of request: DecodingRequest, _ claim: ThumbnailClaim, in context: DecodeContext
    ) throws -> ThumbnailTexts? {
        let file = try request.source.open()
        guard file.size <= Self.maxThumbnailBytes, try file.format(cancellation: context.cancellation) == .png else {
            return nil
        }
        let bytes = try file.read(file.size, at: 0, cancellation: context.cancellation)
        let texts = withExtendedLifetime(bytes) { ThumbnailTexts(bytes.bytes) }
        return claim.isMet(by: texts) && !texts.areOutdated ? texts : nil
    }

    /// The width and height of the largest thumbnails, and their size with texts.
    static let maxThumbnailSide = 1024
    private static let maxThumbnailBytes = 5 << 20

    public func animation(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> DecodedAnimation? {
        let request = try resolved(request, cancellation)
        let limits = request.limits
        cancellation.begin(seconds: limits.frameSeconds)
        let file = try request.source.open()
        guard file.size <= limits.animationBytes else { return nil }
        let decoder = try file.format(cancellation: cancellation).animation(file, limits, cancellation)
        guard let decoder else { return nil }
        let frames = try FrameSequence(
            decoder, secondsPerFrame: limits.frameSeconds, orientation: Orientation(request.orientation),
            cancellation: cancellation)
        return DecodedAnimation(first: frames.current, frames: frames)
    }

    public func forgetDangerousPictures() {}

    private func context(
        _ request: DecodingRequest, _ seconds: Double, _ cancellation: DecodeCancellation
    ) -> DecodeContext {
        DecodeContext(
            limits: request.limits, seconds: seconds, memory: memory, cancellation: cancellation,
            orientation: Orientation(request.orientation))
    }
}

extension PictureDescription {
    /// Returns the description of a picture with another orientation than that in its file.
    fileprivate func rotated(from own: Orientation, to new: PhotoOrientation) -> PictureDescription {
        var description = self
        description.details.setOrientation((Orientation(new) ?? own).number)
        guard let orientation = Orientation(new) else { return description }
        let change = own.change(to: orientation)
        description.orientation = new
        description.size = size.map(change.rotated)
        description.details.focus = details.focus.flatMap { $0.rotated(change) }
        return description
    }
}
