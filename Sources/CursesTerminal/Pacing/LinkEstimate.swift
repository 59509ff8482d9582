/// The round trip and the rate of the line to the terminal, estimated from status reports as TCP's BBR does from
/// acknowledgments: the shortest round trip and the highest rate of late.
///
/// Times are nanoseconds of uptime.
struct LinkEstimate: Equatable, Sendable {
    /// How much of the output a status report accounts for, and when.
    struct Sample: Equatable, Sendable {
        /// Bytes that arrived while the report was under way.
        var bytes: Int
        /// How long these bytes took to be sent.
        var sending: UInt64 = 0
        /// How long they took to arrive.
        var arriving: UInt64
        /// From asking for the report to its arrival.
        var roundTrip: UInt64
        /// Whether the line was kept busy all that time; otherwise the rate is a lower bound.
        var isSaturated: Bool
    }

    /// The rate that the user has set, in bytes per second; it overrides the measurement.
    let fixedRate: Double?
    private var rates: [Double] = []
    private var measuresRate = false
    /// Samples of a busy line since one raised the rate by a quarter.
    private var samplesWithoutGrowth = 0
    /// The shortest round trip of this period and of the one before it, so that an old one is forgotten.
    private var shortest: (before: UInt64?, now: UInt64?, since: UInt64) = (nil, nil, 0)

    private static let unqueuedBytes = 2048
    private static let maxRates = 8
    /// A line that is less than half as fast for so long has become slower.
    private static let noHiccup: UInt64 = 100_000_000
    private static let samplesOfFullLine = 8
    private static let period: UInt64 = 10_000_000_000

    init(fixedRate: Double? = nil) {
        self.fixedRate = fixedRate
    }

    /// The shortest round trip of the last 10 to 20 seconds; nil before the first report.
    var roundTrip: UInt64? {
        [shortest.before, shortest.now].compactMap { $0 }.min()
    }

    /// Bytes per second; while nothing has saturated the line, what it carries at least.
    var rate: Double? { fixedRate ?? rates.max() }

    /// Whether the rate is more than a lower bound.
    var knowsRate: Bool { fixedRate != nil || measuresRate }

    /// Whether more output may still show a higher rate.
    var isRampingUp: Bool { fixedRate == nil && samplesWithoutGrowth < Self.samplesOfFullLine }

    /// The time in seconds until output of this size has arrived and the answer is back; nil while the rate is unknown.
    func time(for bytes: Int) -> Double? {
        guard knowsRate, let rate else { return nil }
        return Double(roundTrip ?? 0) / 1e9 + Double(bytes) / rate
    }

    mutating func add(_ sample: Sample, at now: UInt64) {
        // What takes its time on the line hides the round trip.
        if sample.bytes <= Self.unqueuedBytes, now >= shortest.since + Self.period {
            shortest = (shortest.now, nil, now)
        }
        if sample.bytes <= Self.unqueuedBytes || sample.roundTrip < roundTrip ?? .max {
            shortest.now = min(shortest.now ?? .max, sample.roundTrip)
        }
        guard sample.bytes > 0 else { return }
        // Answers in a bunch would make the line look faster than the bytes were ever sent.
        let rate = Double(sample.bytes) * 1e9 / Double(max(1, sample.sending, sample.arriving))
        // An idle line proves nothing against a higher rate seen before, and lines let short bursts through faster.
        guard sample.isSaturated || sample.bytes > Self.unqueuedBytes && rate > rates.max() ?? 0 else { return }
        measuresRate = measuresRate || sample.isSaturated
        if rate > 1.25 * (rates.max() ?? 0) {
            samplesWithoutGrowth = 0
        } else if sample.isSaturated {
            samplesWithoutGrowth += 1
        }
        let arrivalRate = Double(sample.bytes) * 1e9 / Double(max(1, sample.arriving))
        if sample.isSaturated, sample.arriving >= Self.noHiccup, arrivalRate < (rates.max() ?? 0) / 2 { rates = [] }
        rates.append(rate)
        if rates.count > Self.maxRates { rates.removeFirst() }
    }

    static func == (one: LinkEstimate, other: LinkEstimate) -> Bool {
        one.rate == other.rate && one.roundTrip == other.roundTrip && one.knowsRate == other.knowsRate
    }
}
