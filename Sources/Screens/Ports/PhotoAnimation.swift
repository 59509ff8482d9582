import CellArt

/// An animated photo with a current frame, initially the first one.
public struct PhotoAnimation: Sendable {
    /// How long to show the first frame.
    public var delay: Duration
    /// Advances to the frame that is due, skipping expired ones; stops at the last frame. `lateness` is how long ago
    /// the current frame expired. Returns how much longer to show the new frame; nil once the animation has ended.
    public var advance: @Sendable (_ lateness: Duration) async throws -> Duration?
    /// Draws part of the current frame.
    public var draw: @Sendable (_ request: ViewRequest) async throws -> CellPicture

    public init(
        delay: Duration, advance: @escaping @Sendable (_ lateness: Duration) async throws -> Duration?,
        draw: @escaping @Sendable (_ request: ViewRequest) async throws -> CellPicture
    ) {
        self.delay = delay
        self.advance = advance
        self.draw = draw
    }
}
