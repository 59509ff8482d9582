/// The speed of a connection, with the thresholds by which frames, pixels and animations are chosen.
struct LinkQuality {
    /// The time in seconds to send a frame in which every cell changes; nil while unknown, when the best is assumed.
    let frameTime: Double?
    /// Whether only back-pressure limits the output.
    var isUnlimited = false

    private static let maxSmoothTime = 0.03
    private static let maxQuickTime = 0.05

    /// Whether motion stays smooth with exact colors.
    var isSmooth: Bool { frameTime ?? 0 <= Self.maxSmoothTime }

    /// Whether pixels of one picture may precede the characters of the next.
    var isKnownSmooth: Bool { isUnlimited || frameTime != nil && isSmooth }

    /// Whether animations arrive in time, and a still frame may have colors that can't be distinguished.
    var isQuick: Bool { frameTime ?? 0 <= Self.maxQuickTime }
}

/// Measurements of the connection to the terminal, such as an SSH connection.
public struct TerminalLine: Hashable, Sendable {
    /// Throughput in bits per second; nil if unknown.
    public let speed: Double?
    /// Whether the user has set the speed.
    public let isSpeedFixed: Bool
    /// Time from output to the terminal's response on an idle connection; nil if there has been no response.
    public let roundTrip: Duration?
    /// Whether frames arrive fast enough for animations.
    public let isQuick: Bool

    init(_ estimate: LinkEstimate, _ quality: LinkQuality) {
        speed = estimate.isRateKnown ? estimate.rate.map { 8 * $0 } : nil
        isSpeedFixed = estimate.fixedRate != nil
        roundTrip = estimate.roundTrip.map { .nanoseconds(Int64(clamping: $0)) }
        isQuick = quality.isQuick
    }
}
