/// What is known of the line to the terminal, such as an SSH connection.
public struct TerminalLine: Hashable, Sendable {
    /// What it carries, in bits per second; nil while that is unknown.
    public let speed: Double?
    /// Whether the user has set the speed.
    public let isSpeedFixed: Bool
    /// From output to the terminal's answer on an idle line; nil where no answer has come.
    public let roundTrip: Duration?
    /// The time until a frame comes back in which every cell changes; nil while that is unknown.
    public let wholeFrameTime: Duration?

    init(_ estimate: LinkEstimate, wholeFrameTime time: Double?) {
        speed = estimate.knowsRate ? estimate.rate.map { 8 * $0 } : nil
        isSpeedFixed = estimate.fixedRate != nil
        roundTrip = estimate.roundTrip.map { .nanoseconds(Int64(clamping: $0)) }
        wholeFrameTime = time.map { .milliseconds(Int64(min(1e9, $0 * 1000))) }
    }
}
