/// Measurements of the connection to the terminal, such as an SSH connection.
public struct TerminalLine: Hashable, Sendable {
    /// Throughput in bits per second; nil if unknown.
    public let speed: Double?
    /// Whether the user has set the speed.
    public let isSpeedFixed: Bool
    /// Time from output to the terminal's answer on an idle connection; nil if there has been no answer.
    public let roundTrip: Duration?
    /// Time until a frame in which every cell changes has arrived and been acknowledged; nil if unknown.
    public let wholeFrameTime: Duration?

    init(_ estimate: LinkEstimate, wholeFrameTime time: Double?) {
        speed = estimate.knowsRate ? estimate.rate.map { 8 * $0 } : nil
        isSpeedFixed = estimate.fixedRate != nil
        roundTrip = estimate.roundTrip.map { .nanoseconds(Int64(clamping: $0)) }
        wholeFrameTime = time.map { .milliseconds(Int64(min(1e9, $0 * 1000))) }
    }
}
