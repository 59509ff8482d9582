/// Limits the output in flight to the connection's bandwidth-delay product plus 50 ms' worth.
///
/// The buffers of an SSH server and of the network hide a slow connection from `write`. So the terminal is asked for a
/// status report (`CSI 5 n`) every few rows; the answer means that everything before it has arrived. If no answers
/// come, only the terminal device's back-pressure remains, or the clock if the user has set the rate.
///
/// Times are in nanoseconds of uptime.
struct FlowControl: Sendable {
    /// Requests a status report (DSR).
    static let question = Array("\u{1B}[5n".utf8)

    /// Whether status reports arrive.
    enum Answers: Equatable, Sendable {
        /// The first is still outstanding.
        case expected
        case arriving
        /// No answers arrive: the terminal sends none, or a multiplexer would answer in its place.
        case missing
    }

    private(set) var estimate: LinkEstimate
    private(set) var answers: Answers
    /// Whether to send queries. Not through a multiplexer, which answers at once by itself.
    var queriesTerminal: Bool {
        didSet {
            guard queriesTerminal != oldValue else { return }
            pending = []
            arrived = written
            answers = queriesTerminal ? .expected : .missing
        }
    }

    /// The total number of bytes written, and of those known to have arrived.
    private var written = 0
    private var arrived = 0
    /// When the latest arrival became known.
    private var arrivedAt: UInt64 = 0
    /// When the last of the arrived bytes was sent; with nothing in flight, when sending resumed.
    private var sentAt: UInt64 = 0
    private var pending: [Question] = []
    private var misses = 0
    private let firstReplyTimeout: UInt64
    /// When everything will have been transmitted at the rate set by the user.
    private var carriedAt: UInt64 = 0

    private struct Question: Sendable {
        let sentQueryAt: UInt64
        /// The total number of bytes written, including the question.
        let end: Int
        /// The total number of bytes that had arrived when the question was asked.
        let arrived: Int
        let arrivedAt: UInt64
        let sentAt: UInt64
        let isSaturated: Bool
    }

    /// In seconds: the output in flight that is allowed beyond one round trip.
    private static let slack = 0.05
    /// In bytes: the window while the rate of the connection is unknown.
    private static let firstWindow = 16 * 1024
    /// This much in flight saturates every connection that is worth pacing.
    private static let saturatingBytes = 32 * 1024
    private static let replyTimeout: UInt64 = 2_000_000_000
    /// Stops expecting answers after this many in a row are missing.
    private static let maxMisses = 3

    /// - Parameter firstReplyTimeout: timeout for the first answer in nanoseconds; a quarter of a second exceeds most
    ///   round trips.
    init(fixedRate: Double? = nil, queriesTerminal: Bool = true, firstReplyTimeout: UInt64 = 250_000_000) {
        self.firstReplyTimeout = firstReplyTimeout
        estimate = LinkEstimate(fixedRate: fixedRate)
        self.queriesTerminal = queriesTerminal
        answers = queriesTerminal ? .expected : .missing
    }

    /// Whether only back-pressure limits the output.
    var isUnlimited: Bool { answers == .missing && estimate.fixedRate == nil }

    /// The maximum number of bytes in flight.
    var window: Int {
        guard !isUnlimited else { return .max }
        guard estimate.knowsRate, let rate = estimate.rate else { return Self.firstWindow }
        let bytes = rate * (Double(estimate.roundTrip ?? 0) / 1e9 + Self.slack)
        return max(1, Int(min(estimate.isRampingUp ? 2 * bytes : bytes, 1e9)))
    }

    /// The number of outstanding answers.
    var pendingAnswers: Int { pending.count }

    /// Returns the estimated number of bytes in flight.
    func unanswered(at now: UInt64) -> Int {
        switch answers {
        case .expected, .arriving: return pending.isEmpty ? 0 : written - arrived
        case .missing:
            guard let rate = estimate.fixedRate, carriedAt > now else { return 0 }
            return Int(min(Double(carriedAt - now) / 1e9 * rate, 1e9))
        }
    }

    /// Returns whether more may be written now.
    func hasRoom(at now: UInt64) -> Bool {
        isUnlimited || unanswered(at: now) < window
    }

    /// Returns whether output written now should end with a question.
    func shouldQuery(at now: UInt64) -> Bool {
        guard queriesTerminal else { return false }
        // One question at a time detects whether a silent terminal has started to answer.
        guard answers == .missing else { return true }
        return pending.last.map { now > $0.sentQueryAt + Self.replyTimeout } ?? true
    }

    /// Records output; `withQuery` if it ended with a question.
    mutating func wrote(_ bytes: Int, withQuery: Bool, at now: UInt64) {
        if pending.isEmpty, answers != .missing {
            arrived = written
            arrivedAt = now
            sentAt = now
        }
        written += bytes
        if let rate = estimate.fixedRate {
            carriedAt = max(carriedAt, now) + UInt64(min(Double(bytes) / rate * 1e9, 1e15))
        }
        guard withQuery else { return }
        if answers == .missing { pending = [] }
        let unanswered = written - arrived
        pending.append(
            Question(
                sentQueryAt: now, end: written, arrived: arrived, arrivedAt: arrivedAt, sentAt: sentAt,
                isSaturated: unanswered >= min(window, Self.saturatingBytes)))
    }

    /// Records the arrival of a status report.
    mutating func answer(at now: UInt64) {
        misses = 0
        if queriesTerminal { answers = .arriving }
        // An answer that arrives after its timeout shows only that the terminal answers at all.
        guard !pending.isEmpty else { return }
        let question = pending.removeFirst()
        arrived = max(arrived, question.end)
        arrivedAt = now
        sentAt = question.sentQueryAt
        estimate.add(
            LinkEstimate.Sample(
                bytes: question.end - question.arrived,
                sending: question.sentQueryAt - min(question.sentQueryAt, question.sentAt),
                arriving: now - min(now, question.arrivedAt), roundTrip: now - min(now, question.sentQueryAt),
                isSaturated: question.isSaturated), at: now)
    }

    /// Records how long back-pressure delayed output that isn't measured by reports.
    mutating func noteWrite(of bytes: Int, taking duration: UInt64, at now: UInt64) {
        guard isUnlimited, bytes >= Self.saturatingBytes else { return }
        estimate.add(
            LinkEstimate.Sample(bytes: bytes, arriving: duration, roundTrip: 0, isSaturated: true), at: now)
    }

    /// Returns when to check for room again if no answer arrives first; nil if time alone changes nothing.
    func nextCheck(at now: UInt64) -> UInt64? {
        switch answers {
        case .expected, .arriving: return pending.first.map { $0.sentQueryAt + replyTimeout }
        case .missing:
            guard let rate = estimate.fixedRate else { return nil }
            let excess = Double(unanswered(at: now) - window + 1)
            return now + UInt64(max(0, excess) / rate * 1e9) + 1_000_000
        }
    }

    /// Gives up on overdue answers.
    mutating func expire(at now: UInt64) {
        guard answers != .missing, let first = pending.first, now >= first.sentQueryAt + replyTimeout else { return }
        misses += 1
        pending = []
        arrived = written
        if answers == .expected || misses >= Self.maxMisses { answers = .missing }
    }

    /// Resets the state after another program has used the terminal.
    mutating func restart() {
        pending = []
        arrived = written
        misses = 0
        answers = queriesTerminal ? .expected : .missing
    }

    private var replyTimeout: UInt64 {
        answers == .expected ? firstReplyTimeout : max(Self.replyTimeout, 8 * (estimate.roundTrip ?? 0))
    }
}
