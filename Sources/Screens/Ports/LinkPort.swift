/// What screens need to know of the line to the terminal, such as an SSH connection.
public struct LinkPort: Sendable {
    /// The time until a frame has arrived in which every cell changes; nil while that is unknown.
    public var frameTime: @MainActor @Sendable () -> Duration?

    public init(frameTime: @escaping @MainActor @Sendable () -> Duration? = { nil }) {
        self.frameTime = frameTime
    }

    /// Whether frames arrive fast enough for animation.
    @MainActor
    var isQuick: Bool { frameTime().map { $0 <= .milliseconds(50) } ?? true }
}
