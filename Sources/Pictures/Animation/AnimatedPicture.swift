import Albums
import CellArt
import Synchronization

/// A picture that moves: stands at one of its frames, draws it, and goes on to the next.
///
/// One frame is in memory, composed with those before it; each is decoded when it is asked for.
public final class AnimatedPicture: Sendable {
    /// For how long the first frame is to be seen.
    public let delay: Duration

    private let sequence: Mutex<FrameSequence>
    private let photo: Photo.ID
    private let threads: DecodeThreads
    private let limits: DecodeLimits

    init(_ sequence: sending FrameSequence, of photo: Photo.ID, threads: DecodeThreads, limits: DecodeLimits) {
        delay = sequence.delay
        self.sequence = Mutex(sequence)
        self.photo = photo
        self.threads = threads
        self.limits = limits
    }

    /// Goes to the next frame whose time is not over, `lateness` after its predecessor's was, or to the last one.
    ///
    /// - Returns: for how much longer that frame is to be seen; nil when there is none, and the last one stays.
    /// - Throws: `PictureFailure` when a frame takes too long, or `CancellationError` when the task is cancelled.
    public func advance(lateness: Duration) async throws -> Duration? {
        try await threads.run(.viewed) { [self] stop in
            stop.begin(seconds: limits.seconds)
            return try sequence.withLock { try $0.advance(lateness: lateness, stop: stop) }
        }
    }

    /// Draws a part of the frame at which it stands: in pixels of the photo, upright and then turned by `rotation`.
    public func draw(
        part: PixelRect, rotation: Rotation, columns: Int, rows: Int, style: ArtStyle
    ) async throws -> CellPicture {
        try await threads.run(.viewed) { [self] _ in
            sequence.withLock { sequence in
                let frame = sequence.frame
                let view = RequestedView(
                    photo: photo, size: frame.pictureSize, part: frame.pictureSize.upright(part, turnedBy: rotation),
                    rotation: rotation, columns: columns, rows: rows, style: style)
                return view.drawn(from: frame, isSharp: true).picture
            }
        }
    }
}
