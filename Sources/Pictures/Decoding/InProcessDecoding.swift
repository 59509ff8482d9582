import Albums
import CellArt

/// Decodes pictures in this process, on the caller's thread.
public final class InProcessDecoding: DecodingService {
    private let memory: MemoryBudget

    /// - Parameter memory: the maximum memory of all simultaneous decodes, in bytes.
    public init(memory: Int = DecodeLimits.default.memory) {
        self.memory = MemoryBudget(capacity: memory)
    }

    public func describe(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureDescription {
        let picture = try OpenedPicture.header(of: request.source, in: context(request, cancellation))
        return PictureDescription(size: picture.size, details: picture.details)
    }

    public func preview(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> PictureLevel? {
        try OpenedPicture.preview(of: request.source, in: context(request, cancellation))?.onContrastingBackground()
    }

    public func render(
        _ request: DecodingRequest, _ extent: DecodedExtent, cancellation: DecodeCancellation
    ) throws -> PictureLevel {
        try OpenedPicture(request.source, in: context(request, cancellation)).level(extent).onContrastingBackground()
    }

    public func animation(_ request: DecodingRequest, cancellation: DecodeCancellation) throws -> DecodedAnimation? {
        let limits = request.limits
        cancellation.begin(seconds: limits.seconds)
        let file = try request.source.open()
        guard file.size <= limits.animationBytes else { return nil }
        let decoder: (any AnimationDecoder)? =
            switch try file.format(cancellation: cancellation) {
            case .gif: try GIFAnimation(file.read(file.size, at: 0, cancellation: cancellation), limits: limits)
            case .webP: try WebPAnimation(file.read(file.size, at: 0, cancellation: cancellation), limits: limits)
            default: nil
            }
        guard let decoder else { return nil }
        let frames = try FrameSequence(decoder, secondsPerFrame: limits.seconds, cancellation: cancellation)
        return DecodedAnimation(first: frames.current, frames: frames)
    }

    private func context(_ request: DecodingRequest, _ cancellation: DecodeCancellation) -> DecodeContext {
        DecodeContext(limits: request.limits, memory: memory, cancellation: cancellation)
    }
}
