import CellArt

/// A photo that moves: it stands at a frame, at first at the first.
public struct PhotoAnimation: Sendable {
    /// For how long the first frame is to be seen.
    public var delay: Duration
    /// Goes to the next frame whose time is not over, `lateness` after its predecessor's was, or to the last one. Returns
    /// for how much longer that frame is to be seen; nil when there is none, and the last one stays.
    public var advance: @Sendable (_ lateness: Duration) async throws -> Duration?
    /// Draws part of the frame.
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
