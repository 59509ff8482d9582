/// The screens' view of the connection to the terminal, such as an SSH session.
public struct LinkPort: Sendable {
    /// The time to transmit a frame in which every cell changes; nil while unknown.
    public var frameTime: @MainActor @Sendable () -> Duration?
    /// Whether the frames of the animation on the screen arrive as pixels, which may take less time.
    public var showsFramesByPixels: @MainActor @Sendable () -> Bool

    public init(
        frameTime: @escaping @MainActor @Sendable () -> Duration? = { nil },
        showsFramesByPixels: @escaping @MainActor @Sendable () -> Bool = { false }
    ) {
        self.frameTime = frameTime
        self.showsFramesByPixels = showsFramesByPixels
    }

    /// Whether frames arrive fast enough for animation.
    @MainActor
    var isQuick: Bool { frameTime().map { $0 <= .milliseconds(50) } ?? true }
}
