import Albums
import Basics
import CellArt
import Synchronization

/// A format-specific decoder for the frames of an animation. Each frame is composited with its predecessors.
protocol AnimationDecoder: AnyObject {
    /// The stored size of the canvas.
    var size: PixelSize { get }
    var orientation: Orientation { get }
    /// The embedded ICC profile.
    var profile: [UInt8]? { get }
    /// How many times the animation plays; nil for an infinite loop.
    var plays: Int? { get }
    /// The current contents of the canvas: RGBA, row by row.
    var canvas: [UInt8] { get }

    /// Composites the next frame and returns its display time; nil at the end, or if the file is damaged.
    /// - Throws: `PictureFailure` if a frame takes too long, or `CancellationError` if `cancellation` is cancelled.
    func next(cancellation: DecodeCancellation) throws -> Duration?

    /// Returns to the position before the first frame.
    func rewind()
}

/// The playback state of an animation that is decoded in this process.
final class FrameSequence: AnimationFrames {
    private let playback: Mutex<Playback>
    private let secondsPerFrame: Double

    /// Starts at the first frame.
    /// - Parameters:
    ///   - secondsPerFrame: the processor time that a frame may take.
    ///   - orientation: replaces that of the file.
    /// - Throws: `PictureFailure.damaged` if there is none.
    init(
        _ decoder: sending any AnimationDecoder, secondsPerFrame: Double, orientation: Orientation? = nil,
        cancellation: DecodeCancellation
    ) throws {
        self.secondsPerFrame = secondsPerFrame
        playback = Mutex(try Playback(decoder, orientation: orientation, cancellation: cancellation))
    }

    /// The current frame.
    var current: AnimationFrame {
        playback.withLock { AnimationFrame(level: $0.level, duration: $0.delay) }
    }

    func next(lateness: Duration, cancellation: DecodeCancellation) throws -> AnimationFrame? {
        cancellation.begin(seconds: secondsPerFrame)
        return try playback.withLock { playback in
            guard let duration = try playback.advance(lateness: lateness, cancellation: cancellation) else {
                return nil
            }
            return AnimationFrame(level: playback.level, duration: duration)
        }
    }
}

/// The position in an animation.
private struct Playback {
    /// The display time of the current frame.
    private(set) var delay: Duration

    private let decoder: any AnimationDecoder
    private let orientation: Orientation
    /// The background of all frames, chosen for the first; nil before that.
    private var background: ContrastingBackground?
    /// The number of completed loops.
    private var rounds = 0

    /// The maximum number of frames to advance by at once, because a skipped frame costs as much as a displayed one.
    private static let maxSkippedFrames = 8

    init(_ decoder: any AnimationDecoder, orientation: Orientation?, cancellation: DecodeCancellation) throws {
        self.decoder = decoder
        self.orientation = orientation ?? decoder.orientation
        guard let delay = try decoder.next(cancellation: cancellation) else {
            throw PictureFailure.damaged(format: "animation")
        }
        self.delay = Self.shown(delay)
        background = ContrastingBackground(for: level.bitmap)
    }

    /// The pixels of the current frame.
    var level: PictureLevel {
        let pixels = DecodedPixels(size: decoder.size, bytes: decoder.canvas, model: .rgba, hasAlpha: true)
        let bitmap = pixels.convertedToSRGB(profile: decoder.profile).rotated(orientation)
        let size = PixelSize(width: bitmap.width, height: bitmap.height)
        return PictureLevel(
            bitmap: bitmap, region: PixelRegion(all: size), pictureSize: size, origin: .fullDecode,
            contrast: bitmap.isOpaque ? nil : background)
    }

    /// Advances to the frame that is due `lateness` after the current frame's display time ended, skipping overdue
    /// ones, or to the last frame. Returns the remaining display time; nil if there is no further frame.
    mutating func advance(lateness: Duration, cancellation: DecodeCancellation) throws -> Duration? {
        var lateness = lateness
        for passed in 0..<Self.maxSkippedFrames {
            guard try step(cancellation: cancellation) else { return passed == 0 ? nil : delay }
            if lateness < delay { return delay - lateness }
            lateness -= delay
        }
        return delay
    }

    private mutating func step(cancellation: DecodeCancellation) throws -> Bool {
        if let next = try decoder.next(cancellation: cancellation) {
            delay = Self.shown(next)
            return true
        }
        rounds += 1
        if let plays = decoder.plays, rounds >= plays { return false }
        decoder.rewind()
        guard let first = try decoder.next(cancellation: cancellation) else { return false }
        delay = Self.shown(first)
        return true
    }

    /// Replaces very short delays by the default, as browsers do.
    private static func shown(_ delay: Duration) -> Duration {
        delay <= .milliseconds(10) ? .milliseconds(100) : delay
    }
}
