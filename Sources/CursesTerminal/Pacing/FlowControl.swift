/// Limits the output in flight to the connection's bandwidth-delay product plus 50 ms' worth.
///
/// The buffers of an SSH server and of the network hide a slow connection from `write`. So the terminal is asked for a
/// status report (`CSI 5 n`) every few rows; the report means that everything before it has arrived. Without
/// reports, the arrival is computed from the rate that the user has set, or at which the kernel's queue drained when it was
/// full. Until then, only its back-pressure limits the output.
///
/// Times are in nanoseconds of uptime.
struct FlowControl: Sendable {
    /// Requests a status report (DSR).
    static let statusQuery = Array("\u{1B}[5n".utf8)
    /// Requests one from the terminal around tmux.
    static let statusQueryThroughTmux = Array(Multiplexer.passedOnByTmux("\u{1B}[5n").utf8)

    /// Whether status reports arrive.
    enum ReportStatus: Equatable, Sendable {
        /// The first is still outstanding.
        case expected
        case arriving
        /// No reports arrive: the terminal sends none, or a multiplexer would answer in its place.
        case missing
    }

    private(set) var estimate: LinkEstimate
    private(set) var reportStatus: ReportStatus
    /// Whether to send queries. Not to a multiplexer, which responds at once by itself.
    var queriesTerminal: Bool {
        didSet {
            guard queriesTerminal != oldValue else { return }
            pending = []
            arrived = written
            reportStatus = queriesTerminal ? .expected : .missing
        }
    }

    /// Whether tmux passes status queries and images on to the terminal.
    var isThroughTmux = false

    /// The total number of bytes written, and of those known to have arrived.
    private var written = 0
    private var arrived = 0
    /// When the latest arrival became known.
    private var arrivedAt: UInt64 = 0
    /// When the last of the arrived bytes was sent; with nothing in flight, when sending resumed.
    private var sentAt: UInt64 = 0
    private var pending: [Query] = []
    private var missedReports = 0
    /// The number of bytes that have arrived since the connection was last found to be slower than before.
    private var provenBytes = 0
    /// The number of responses given up, and when; they may still arrive.
    private var overdue = (count: 0, since: UInt64(0))
    private let firstReplyTimeout: UInt64
    /// When everything will have been transmitted by the clock.
    private var transmittedAt: UInt64 = 0
    /// The bytes that the kernel's queue has taken without making the program wait, up to its size on Linux.
    private var queueBytes = 0
    /// When the rate at which the queue drains was last measured, or raised.
    private var drainRateAt: UInt64 = 0

    private struct Query: Sendable {
        let sentQueryAt: UInt64
        /// The total number of bytes written, including the query.
        let end: Int
        /// The total number of bytes that had arrived when the query was sent.
        let arrived: Int
        let arrivedAt: UInt64
        let sentAt: UInt64
        let isSaturated: Bool
    }

    /// In seconds: the output in flight that is allowed beyond one round trip.
    private static let slack = 0.05
    /// In bytes: the minimum window while the rate of the connection is unknown.
    private static let firstWindow = 16 * 1024
    /// This much in flight saturates every connection that is worth pacing.
    private static let saturatingBytes = 32 * 1024
    /// The size of the queue of a pseudo-terminal on Linux.
    private static let maxQueueBytes = 64 * 1024
    /// This much output that waits for room measures the rate.
    private static let minBlockedBytes = 8 * 1024
    /// A busy line that doesn't block for this long may have become faster.
    private static let drainRatePeriod: UInt64 = 2_000_000_000
    private static let replyTimeout: UInt64 = 2_000_000_000
    /// Stops expecting responses after this many in a row are missing.
    private static let maxMissedReports = 3

    /// - Parameter firstReplyTimeout: timeout for the first response in nanoseconds; a quarter of a second exceeds most
    ///   round trips.
    init(fixedRate: Double? = nil, queriesTerminal: Bool = true, firstReplyTimeout: UInt64 = 250_000_000) {
        self.firstReplyTimeout = firstReplyTimeout
        estimate = LinkEstimate(fixedRate: fixedRate)
        self.queriesTerminal = queriesTerminal
        reportStatus = queriesTerminal ? .expected : .missing
    }

    /// Whether only back-pressure limits the output.
    var isUnlimited: Bool { reportStatus == .missing && estimate.clockRate == nil }

    /// The query to send.
    var statusQuery: [UInt8] { isThroughTmux ? Self.statusQueryThroughTmux : Self.statusQuery }

    /// The rate of the connection in bytes per second; nil if it is unlimited or unknown.
    var knownRate: Double? { isUnlimited || !estimate.isRateKnown ? nil : estimate.rate }

    /// Returns the size of the piece to write next, so that another one can precede the rest.
    /// - Parameter unlimited: the size if only back-pressure limits the output.
    func pieceBytes(ifUnlimited unlimited: Int) -> Int { isUnlimited ? unlimited : max(1, window / 4) }

    /// The maximum number of bytes in flight.
    var window: Int {
        guard !isUnlimited else { return .max }
        guard let rate = estimate.rate else { return Self.firstWindow }
        // After a pause, a connection may carry a little at any speed, and then fall back to its own.
        let most = Double(max(Self.firstWindow, min(provenBytes, 1 << 29)))
        let bytes = min(rate * (Double(estimate.roundTrip ?? 0) / 1e9 + Self.slack), most)
        // Small pieces may never saturate a quick connection.
        guard estimate.isRateKnown else { return max(Self.firstWindow, Int(bytes)) }
        return max(1, Int(estimate.isRampingUp ? 2 * bytes : bytes))
    }

    /// The number of outstanding responses.
    var pendingReports: Int { pending.count }

    /// The number of responses that may still arrive, including those given up a moment ago.
    func possibleReports(at now: UInt64) -> Int {
        pending.count + (now < overdue.since + Self.replyTimeout ? overdue.count : 0)
    }

    private mutating func giveUp(at now: UInt64) {
        overdue = (possibleReports(at: now), now)
        pending = []
    }

    /// Returns the estimated number of bytes in flight.
    func bytesInFlight(at now: UInt64) -> Int {
        switch reportStatus {
        case .expected, .arriving: return pending.isEmpty ? 0 : written - arrived
        case .missing:
            guard let rate = estimate.clockRate, transmittedAt > now else { return 0 }
            return Int(min(Double(transmittedAt - now) / 1e9 * rate, 1e9))
        }
    }

    /// Returns whether more may be written now.
    func canWrite(at now: UInt64) -> Bool {
        isUnlimited || bytesInFlight(at: now) < window
    }

    /// Returns whether output written now should end with a query.
    func shouldQuery(at now: UInt64) -> Bool {
        guard queriesTerminal else { return false }
        // One query at a time detects whether a silent terminal has started to respond.
        guard reportStatus == .missing else { return true }
        return pending.last.map { now > $0.sentQueryAt + Self.replyTimeout } ?? true
    }

    /// Records output; `withQuery` if it ended with a query.
    mutating func didWrite(_ bytes: Int, withQuery: Bool, at now: UInt64) {
        if pending.isEmpty, reportStatus != .missing {
            arrived = written
            arrivedAt = now
            sentAt = now
        }
        written += bytes
        if let rate = estimate.clockRate {
            raiseDrainRate(at: now)
            transmittedAt = max(transmittedAt, now) + UInt64(min(Double(bytes) / rate * 1e9, 1e15))
        }
        guard withQuery else { return }
        if reportStatus == .missing { giveUp(at: now) }
        let bytesInFlight = written - arrived
        pending.append(
            Query(
                sentQueryAt: now, end: written, arrived: arrived, arrivedAt: arrivedAt, sentAt: sentAt,
                isSaturated: bytesInFlight >= min(window, Self.saturatingBytes)))
    }

    /// Records the arrival of a status report.
    mutating func didReceiveReport(at now: UInt64) {
        missedReports = 0
        if queriesTerminal {
            reportStatus = .arriving
            estimate.drainRate = nil
        }
        // A response that arrives after its timeout shows only that the terminal responds at all.
        guard !pending.isEmpty else {
            overdue.count = max(0, overdue.count - 1)
            return
        }
        let query = pending.removeFirst()
        let rate = estimate.rate ?? 0
        provenBytes = max(0, query.end - arrived) + min(provenBytes, 1 << 29)
        arrived = max(arrived, query.end)
        arrivedAt = now
        sentAt = query.sentQueryAt
        estimate.add(
            LinkEstimate.Sample(
                bytes: query.end - query.arrived,
                sending: query.sentQueryAt - min(query.sentQueryAt, query.sentAt),
                arriving: now - min(now, query.arrivedAt), roundTrip: now - min(now, query.sentQueryAt),
                isSaturated: query.isSaturated), at: now)
        if estimate.rate ?? 0 < rate / 2 { provenBytes = 0 }
    }

    /// Records how much of the output waited for room in the kernel's queue, and how long, in nanoseconds.
    mutating func didQueue(_ bytes: Int, blocked blockedBytes: Int, for duration: UInt64, at now: UInt64) {
        guard reportStatus == .missing, estimate.fixedRate == nil else { return }
        if estimate.drainRate == nil { queueBytes = min(Self.maxQueueBytes, queueBytes + bytes - blockedBytes) }
        guard blockedBytes >= Self.minBlockedBytes, duration > 0 else { return }
        let rate = Double(blockedBytes) * 1e9 / Double(duration)
        estimate.drainRate = rate
        drainRateAt = now
        transmittedAt = now + UInt64(min(Double(queueBytes) / rate * 1e9, 1e15))
    }

    /// Raises the rate of a line that hasn't blocked for a while although it is busy.
    private mutating func raiseDrainRate(at now: UInt64) {
        guard let rate = estimate.drainRate, now > drainRateAt + Self.drainRatePeriod, transmittedAt > now else {
            return
        }
        estimate.drainRate = 1.25 * rate
        drainRateAt = now
    }

    /// Returns when to check for room again if no report arrives first; nil if time alone changes nothing.
    func nextCheck(at now: UInt64) -> UInt64? {
        switch reportStatus {
        case .expected, .arriving: return pending.first.map { $0.sentQueryAt + replyTimeout }
        case .missing:
            guard let rate = estimate.clockRate else { return nil }
            let excess = Double(bytesInFlight(at: now) - window + 1)
            return now + UInt64(max(0, excess) / rate * 1e9) + 1_000_000
        }
    }

    /// Gives up on overdue responses.
    mutating func expire(at now: UInt64) {
        guard reportStatus != .missing, let first = pending.first, now >= first.sentQueryAt + replyTimeout else {
            return
        }
        missedReports += 1
        giveUp(at: now)
        arrived = written
        if reportStatus == .expected || missedReports >= Self.maxMissedReports { reportStatus = .missing }
    }

    /// Resets the state after another program has used the terminal.
    mutating func restart() {
        pending = []
        overdue.count = 0
        arrived = written
        missedReports = 0
        // A terminal that has answered before does so again, even if that takes longer than the first time.
        guard reportStatus != .arriving else { return }
        reportStatus = queriesTerminal ? .expected : .missing
    }

    private var replyTimeout: UInt64 {
        reportStatus == .expected ? firstReplyTimeout : max(Self.replyTimeout, 8 * (estimate.roundTrip ?? 0))
    }
}
