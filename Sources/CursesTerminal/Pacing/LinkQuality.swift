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

/// Whether the connection to the terminal is too slow for uncompressed or losslessly compressed pixels.
struct ConnectionSpeed {
    private(set) var isSlow = false
    /// In seconds, the time for a screen of photos at the last decision.
    private var decidedTime: Double?

    /// The bytes that zlib needs for a pixel of a photo.
    private static let bytesPerPixel = 2.2
    /// The factor by which the time must change for another decision, so that the protocol doesn't go back and forth.
    private static let minChange = 2.0

    /// Decides whether a screen of photos fits the time that pixels may take.
    /// - Parameters:
    ///   - rate: the rate of the connection in bytes per second.
    ///   - pixels: the number of pixels of the screen.
    mutating func consider(rate: Double, pixels: Int) {
        let time = Double(pixels) * Self.bytesPerPixel / rate
        if let decidedTime, max(time / decidedTime, decidedTime / time) < Self.minChange { return }
        decidedTime = time
        isSlow = time > PixelBudget.maxTime
    }
}

/// Estimates the round-trip time and the rate of the connection to the terminal from status reports, as TCP's BBR does
/// from acknowledgments: by the shortest recent round trip and the highest recent rate.
///
/// Times are in nanoseconds of uptime.
struct LinkEstimate: Equatable, Sendable {
    /// The output acknowledged by a status report, with its timing.
    struct Sample: Equatable, Sendable {
        /// Bytes that arrived between the request for the report and the report.
        var bytes: Int
        /// Time during which these bytes were sent.
        var sending: UInt64 = 0
        /// Time during which they arrived.
        var arriving: UInt64
        /// Time from requesting the report to receiving it.
        var roundTrip: UInt64
        /// Whether the connection was saturated all that time; otherwise the rate is a lower bound.
        var isSaturated: Bool
    }

    /// The rate set by the user, in bytes per second; overrides the measurement.
    let fixedRate: Double?
    /// The rate at which the kernel's queue drained when it was full, in bytes per second; nil unless it alone limits the output.
    var drainRate: Double?
    /// Whether arrivals are computed at the rate measured before or, if there is none, at 1 Mbit/s.
    var isAssumed = false
    private var rates: [Double] = []
    private var measuresRate = false
    /// Saturated samples since the rate last grew by a quarter.
    private var samplesWithoutGrowth = 0
    /// The shortest round trip of the current period and of the previous one, so that old values expire.
    private var minRoundTrip: (before: UInt64?, now: UInt64?, since: UInt64) = (nil, nil, 0)

    private static let assumedRate = 125_000.0
    private static let unqueuedBytes = 2048
    private static let maxRates = 8
    /// A drop below half the rate that lasts this long means that the connection has become slower.
    private static let minSustainedDrop: UInt64 = 100_000_000
    private static let samplesOfFullLine = 8
    private static let period: UInt64 = 10_000_000_000

    init(fixedRate: Double? = nil) {
        self.fixedRate = fixedRate
    }

    /// The shortest round trip of the last 10 to 20 seconds; nil before the first report.
    var roundTrip: UInt64? {
        [minRoundTrip.before, minRoundTrip.now].compactMap { $0 }.min()
    }

    /// The rate in bytes per second; a lower bound until the connection has been saturated.
    var rate: Double? { clockRate ?? rates.max() }

    /// The rate from which arrivals are computed if nothing reports them.
    var clockRate: Double? { fixedRate ?? drainRate ?? (isAssumed ? rates.max() ?? Self.assumedRate : nil) }

    /// Whether the rate is the default, because none has been measured or set.
    var isRateAssumed: Bool { isAssumed && fixedRate == nil && drainRate == nil && rates.isEmpty }

    /// Whether the rate is more than a lower bound.
    var isRateKnown: Bool { clockRate != nil || measuresRate }

    /// Whether more output might still reveal a higher rate.
    var isRampingUp: Bool { clockRate == nil && samplesWithoutGrowth < Self.samplesOfFullLine }

    /// Returns the time in seconds until output of this size has been acknowledged; nil if the rate is unknown.
    func time(for bytes: Int) -> Double? {
        guard isRateKnown, let rate else { return nil }
        return Double(roundTrip ?? 0) / 1e9 + Double(bytes) / rate
    }

    mutating func add(_ sample: Sample, at now: UInt64) {
        // The transmission time of larger samples hides the round trip.
        if sample.bytes <= Self.unqueuedBytes, now >= minRoundTrip.since + Self.period {
            minRoundTrip = (minRoundTrip.now, nil, now)
        }
        if sample.bytes <= Self.unqueuedBytes || sample.roundTrip < roundTrip ?? .max {
            minRoundTrip.now = min(minRoundTrip.now ?? .max, sample.roundTrip)
        }
        guard sample.bytes > 0 else { return }
        let maxRate = rates.max() ?? 0
        // Responses can arrive in a bunch, which would suggest a rate higher than the bytes were sent at.
        let rate = Double(sample.bytes) * 1e9 / Double(max(1, sample.sending, sample.arriving))
        // An idle connection doesn't disprove a higher rate seen before, and short bursts pass faster.
        guard sample.isSaturated || sample.bytes > Self.unqueuedBytes && rate > maxRate else { return }
        measuresRate = measuresRate || sample.isSaturated
        if rate > 1.25 * maxRate {
            samplesWithoutGrowth = 0
        } else if sample.isSaturated {
            samplesWithoutGrowth += 1
        }
        let arrivalRate = Double(sample.bytes) * 1e9 / Double(max(1, sample.arriving))
        if sample.isSaturated, sample.arriving >= Self.minSustainedDrop, arrivalRate < maxRate / 2 { rates = [] }
        rates.append(rate)
        if rates.count > Self.maxRates { rates.removeFirst() }
    }

    static func == (one: LinkEstimate, other: LinkEstimate) -> Bool {
        one.rate == other.rate && one.roundTrip == other.roundTrip && one.isRateKnown == other.isRateKnown
    }
}

/// Measurements of the connection to the terminal, such as an SSH connection.
public struct TerminalLine: Hashable, Sendable {
    /// The evidence that output has arrived, best first.
    public enum Witness: Hashable, Sendable {
        /// Status reports in the input: keys typed after a report were typed after everything before its query was shown.
        case reports
        /// The bytes that the other end of the SSH connection has acknowledged. A key's segment acknowledges everything
        /// that had arrived when the key was typed.
        case connection
        /// The time at the rate of the line.
        case clock
        /// Nothing: all output to a local terminal without reports counts as received.
        case none
    }

    public let witness: Witness
    /// Throughput in bits per second; nil if unknown.
    public let speed: Double?
    /// Whether the user has set the speed.
    public let isSpeedFixed: Bool
    /// Whether the speed is neither measured nor set.
    public let isSpeedAssumed: Bool
    /// Time from output to the terminal's response on an idle connection; nil if there has been no response.
    public let roundTrip: Duration?
    /// Whether frames arrive fast enough for animations.
    public let isQuick: Bool

    init(_ link: LinkProgress, _ quality: LinkQuality) {
        let estimate = link.estimate
        witness = link.witness
        speed = estimate.isRateKnown ? estimate.rate.map { 8 * $0 } : nil
        isSpeedFixed = estimate.fixedRate != nil
        isSpeedAssumed = estimate.isRateAssumed
        roundTrip = estimate.roundTrip.map { .nanoseconds(Int64(clamping: $0)) }
        isQuick = quality.isQuick
    }
}
