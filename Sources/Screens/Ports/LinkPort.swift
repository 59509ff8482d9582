/// The screens' view of the connection to the terminal, such as an SSH session.
public struct LinkPort: Sendable {
    /// The time to transmit a frame in which every cell changes; nil while unknown.
    public var frameTime: @MainActor @Sendable () -> Duration?

    public init(frameTime: @escaping @MainActor @Sendable () -> Duration? = { nil }) {
        self.frameTime = frameTime
    }

    /// Whether frames arrive fast enough for animation.
    @MainActor
    var isQuick: Bool { frameTime().map { $0 <= .milliseconds(50) } ?? true }
}
