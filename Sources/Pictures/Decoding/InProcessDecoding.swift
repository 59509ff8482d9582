import Albums
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
        let context = context(request, request.limits.viewSeconds, cancellation)
        let sidecars = try (request.sidecars ?? SidecarFiles.sources(besides: request.source)).map { source in
            let content = try source.open().read(XMPPacket.maxBytes, at: 0, cancellation: cancellation)
            return withExtendedLifetime(content) { Array(content.bytes) }
        }
        let file = try request.source.open()
        let format = try file.format(cancellation: cancellation)
        let metadata = try EmbeddedMetadata(of: file, format: format, cancellation: cancellation)
        if let size = metadata.size {
            return PictureDescription(size: size, details: PhotoDetails(metadata, sidecars: sidecars))
        }
        let picture = try OpenedPicture.header(of: request.source, in: context)
        return PictureDescription(
            size: picture.size, details: PhotoDetails(metadata, sidecars: sidecars).merged(with: picture.details))
    }

    public func preview(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureLevel? {
        try OpenedPicture.preview(
            of: request.source, in: context(request, request.limits.tileSeconds, cancellation))?
            .onContrastingBackground()
    }

    public func render(
        _ request: DecodingRequest, _ extent: DecodedExtent, cancellation: DecodeCancellation
    ) throws -> PictureLevel {
        let context = context(request, request.limits.seconds(for: extent), cancellation)
        return try OpenedPicture(request.source, in: context).level(extent).onContrastingBackground()
    }

    public func animation(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> DecodedAnimation? {
        let limits = request.limits
        cancellation.begin(seconds: limits.frameSeconds)
        let file = try request.source.open()
        guard file.size <= limits.animationBytes else { return nil }
        let decoder: (any AnimationDecoder)? =
            switch try file.format(cancellation: cancellation) {
            case .gif: try GIFAnimation(file.read(file.size, at: 0, cancellation: cancellation), limits: limits)
            case .webP: try WebPAnimation(file.read(file.size, at: 0, cancellation: cancellation), limits: limits)
            default: nil
            }
        guard let decoder else { return nil }
        let frames = try FrameSequence(decoder, secondsPerFrame: limits.frameSeconds, cancellation: cancellation)
        return DecodedAnimation(first: frames.current, frames: frames)
    }

    public func forgetDangerousPictures() {}

    private func context(
        _ request: DecodingRequest, _ seconds: Double, _ cancellation: DecodeCancellation
    ) -> DecodeContext {
        DecodeContext(limits: request.limits, seconds: seconds, memory: memory, cancellation: cancellation)
    }
}
