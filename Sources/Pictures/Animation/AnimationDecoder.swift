import Albums

/// One format's way through the frames of an animation, each composed with those before it.
protocol AnimationDecoder: AnyObject {
    /// Of the canvas, as stored.
    var size: PixelSize { get }
    var orientation: Orientation { get }
    /// The embedded ICC profile.
    var profile: [UInt8]? { get }
    /// How often the animation is played; nil for ever.
    var plays: Int? { get }
    /// What is to be seen now: RGBA of the canvas, row by row.
    var canvas: [UInt8] { get }

    /// Composes the next frame, and returns for how long it is to be seen; nil at the end, or where the file is damaged.
    /// - Throws: `PictureFailure` when a frame takes too long, or `CancellationError` when told to stop.
    func next(stop: DecodeStop) throws -> Duration?

    /// Begins again before the first frame.
    func rewind()
}
