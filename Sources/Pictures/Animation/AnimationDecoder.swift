import Albums

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
    /// - Throws: `PictureFailure` if a frame takes too long, or `CancellationError` if `stop` is cancelled.
    func next(stop: DecodeCancellation) throws -> Duration?

    /// Returns to the position before the first frame.
    func rewind()
}
