/// Bounds how often the screen follows the terminal's answers: the first ones at once, then four per second. A program that
/// makes the terminal answer all the time would otherwise keep this one from everything else.
///
/// Times are in nanoseconds of uptime.
struct AnswerPacing: Sendable {
    /// More than the changes at the start, or after the font has changed.
    private static let burst: UInt64 = 10
    private static let interval: UInt64 = 250_000_000

    /// The time at which the answers followed so far would be, one per interval (generic cell rate algorithm).
    private var scheduled: UInt64 = 0

    /// Returns 0 if answers may be followed now, and counts that; otherwise the time to wait.
    mutating func delay(at now: UInt64) -> UInt64 {
        let next = max(scheduled, now)
        let tolerance = Self.interval * (Self.burst - 1)
        guard next - now <= tolerance else { return next - now - tolerance }
        scheduled = next + Self.interval
        return 0
    }
}
