import Albums
import CellArt
import Synchronization

/// An animated picture during playback: draws the current frame and advances to the next.
///
/// Only one frame is in memory, composited with its predecessors. Frames are decoded on demand.
public final class AnimatedPicture: Sendable {
    /// The display time of the first frame.
    public let delay: Duration

    private let frames: any AnimationFrames
    /// The current frame, and how many came before it.
    private let current: Mutex<(level: PictureLevel, number: Int)>
    private let photo: PhotoVersion
    private let threads: DecodeThreads

    init(_ animation: DecodedAnimation, of photo: PhotoVersion, threads: DecodeThreads) {
        delay = animation.first.duration
        frames = animation.frames
        current = Mutex((animation.first.level, 0))
        self.photo = photo
        self.threads = threads
    }

    /// Advances to the frame that is due `lateness` after the current frame's display time ended, skipping overdue
    /// ones, or to the last frame.
    ///
    /// - Returns: the remaining display time of that frame; nil if there is no further frame and the last one stays.
    /// - Throws: `PictureFailure` if a frame takes too long, or `CancellationError` if the task is cancelled.
    public func advance(lateness: Duration) async throws -> Duration? {
        try await threads.run(.viewed) { [self] cancellation in
            guard let frame = try frames.next(lateness: lateness, cancellation: cancellation) else { return nil }
            current.withLock { $0 = (frame.level, $0.number + 1) }
            return frame.duration
        }
    }

    /// Draws part of the current frame.
    /// - Parameter isMoving: whether the next frame follows soon.
    public func draw(_ request: ViewRequest, isMoving: Bool) async throws -> RenderedPicture {
        try await threads.run(.viewed) { [self] _ in
            let (level, number) = current.withLock { $0 }
            let view = PhotoView(photo: photo, size: level.pictureSize, request: request)
            return view.drawn(from: level, isSharp: true, frame: number, isMoving: isMoving).picture
        }
    }
}
