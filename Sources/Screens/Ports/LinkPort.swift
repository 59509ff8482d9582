/// The screens' view of the connection to the terminal, such as an SSH session.
public struct LinkPort: Sendable {
    /// Whether frames arrive fast enough for animations.
    public var isQuick: @MainActor @Sendable () -> Bool
    /// Whether the frames of the animation on the screen arrive as pixels, which may take less time.
    public var showsFramesByPixels: @MainActor @Sendable () -> Bool

    public init(
        isQuick: @escaping @MainActor @Sendable () -> Bool = { true },
        showsFramesByPixels: @escaping @MainActor @Sendable () -> Bool = { false }
    ) {
        self.isQuick = isQuick
        self.showsFramesByPixels = showsFramesByPixels
    }
}
