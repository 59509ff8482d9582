import Albums

extension PictureLoader {
    /// Returns the animation of a photo, at its first frame; nil for a still photo, or one that needs too much memory.
    /// - Throws: `PictureFailure`, or `CancellationError` if the task is cancelled.
    public func animation(of photo: Photo.ID, from source: PictureSource) async throws -> AnimatedPicture? {
        guard let encoded = try await fetched.encoded(photo, from: source) else { return nil }
        return try await threads.run(.viewed) { [threads, limits] stop in
            stop.begin(seconds: limits.seconds)
            guard let decoder = try Self.animationDecoder(of: encoded, limits: limits, stop: stop) else { return nil }
            return AnimatedPicture(
                try FrameSequence(decoder, stop: stop), of: photo, threads: threads, limits: limits)
        }
    }

    private static func animationDecoder(
        of source: EncodedSource, limits: DecodeLimits, stop: DecodeCancellation
    ) throws -> (any AnimationDecoder)? {
        let file = try source.open()
        guard file.size <= limits.animationBytes else { return nil }
        switch try file.format(stop: stop) {
        case .gif: return try GIFAnimation(file.read(file.size, at: 0, stop: stop), limits: limits)
        case .webP: return try WebPAnimation(file.read(file.size, at: 0, stop: stop), limits: limits)
        default: return nil
        }
    }
}
