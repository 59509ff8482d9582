/// Keeps the output that is on its way to the terminal to what the line carries in one round trip and 50 ms.
///
/// The buffers of an SSH server and of the network hide a slow line from `write`. So the terminal is asked for a status
/// report (`CSI 5 n`) every few rows: its answer says that all before it has arrived. Where no answers come, only the
/// back-pressure of the terminal device is left, or the clock when the user has set the rate.
///
/// Times are nanoseconds of uptime.
struct FlowControl: Sendable {
    /// Asks for a status report (DSR).
    static let question = Array("\u{1B}[5n".utf8)

    /// What answers say about the line.
    enum Answers: Equatable, Sendable {
        /// None has come yet.
        case expected
        case arriving
        /// None comes: the terminal does not answer, or a multiplexer would answer in its place.
        case missing
    }

    private(set) var estimate: LinkEstimate
    private(set) var answers: Answers
    /// Whether the terminal is asked at all; a multiplexer answers by itself, at once.
    var asksTerminal: Bool {
        didSet {
            guard asksTerminal != oldValue else { return }
            pending = []
            arrived = written
            answers = asksTerminal ? .expected : .missing
        }
    }

    /// Bytes in total that were written, and that are known to have arrived.
    private var written = 0
    private var arrived = 0
    /// When it became known what has arrived.
    private var arrivedAt: UInt64 = 0
    /// When the last of what has arrived was sent; with nothing on its way, when sending began again.
    private var sentAt: UInt64 = 0
    private var pending: [Question] = []
    private var misses = 0
    private let firstPatience: UInt64
    /// When the line will have carried everything, by the rate that the user has set.
    private var carriedAt: UInt64 = 0

    private struct Question: Sendable {
        let askedAt: UInt64
        /// Bytes written up to and including the question.
        let end: Int
        /// What had arrived when it was asked.
        let arrived: Int
        let arrivedAt: UInt64
        let sentAt: UInt64
        let isSaturated: Bool
    }

    /// What may be on its way besides a round trip's worth, in seconds.
    private static let slack = 0.05
    /// What may be on its way while nothing is known of the line.
    private static let firstWindow = 16 * 1024
    /// This much on its way keeps every line busy that is worth pacing.
    private static let saturatingBytes = 32 * 1024
    private static let patience: UInt64 = 2_000_000_000
    /// After so many answers that did not come, none is expected any more.
    private static let maxMisses = 3

    /// - Parameter firstPatience: how long the first answer may take; a quarter of a second is more than most round trips.
    init(fixedRate: Double? = nil, asksTerminal: Bool = true, firstPatience: UInt64 = 250_000_000) {
        self.firstPatience = firstPatience
        estimate = LinkEstimate(fixedRate: fixedRate)
        self.asksTerminal = asksTerminal
        answers = asksTerminal ? .expected : .missing
    }

    /// Whether only back-pressure limits the output.
    var isUnlimited: Bool { answers == .missing && estimate.fixedRate == nil }

    /// How many bytes may be on their way.
    var window: Int {
        guard !isUnlimited else { return .max }
        guard estimate.knowsRate, let rate = estimate.rate else { return Self.firstWindow }
        let bytes = rate * (Double(estimate.roundTrip ?? 0) / 1e9 + Self.slack)
        return max(1, Int(min(estimate.isRampingUp ? 2 * bytes : bytes, 1e9)))
    }

    /// How many answers are still to come.
    var pendingAnswers: Int { pending.count }

    /// How many bytes are on their way, as far as is known.
    func unanswered(at now: UInt64) -> Int {
        switch answers {
        case .expected, .arriving: return pending.isEmpty ? 0 : written - arrived
        case .missing:
            guard let rate = estimate.fixedRate, carriedAt > now else { return 0 }
            return Int(min(Double(carriedAt - now) / 1e9 * rate, 1e9))
        }
    }

    /// Whether more may be written now.
    func hasRoom(at now: UInt64) -> Bool {
        isUnlimited || unanswered(at: now) < window
    }

    /// Whether output that is written now should end in a question.
    func shouldAsk(at now: UInt64) -> Bool {
        guard asksTerminal else { return false }
        // One question at a time finds out whether a silent terminal answers again.
        guard answers == .missing else { return true }
        return pending.last.map { now > $0.askedAt + Self.patience } ?? true
    }

    /// Notes output that was written; `asking` when it ended in a question.
    mutating func wrote(_ bytes: Int, asking: Bool, at now: UInt64) {
        if pending.isEmpty, answers != .missing {
            arrived = written
            arrivedAt = now
            sentAt = now
        }
        written += bytes
        if let rate = estimate.fixedRate {
            carriedAt = max(carriedAt, now) + UInt64(min(Double(bytes) / rate * 1e9, 1e15))
        }
        guard asking else { return }
        if answers == .missing { pending = [] }
        let unanswered = written - arrived
        pending.append(
            Question(
                askedAt: now, end: written, arrived: arrived, arrivedAt: arrivedAt, sentAt: sentAt,
                isSaturated: unanswered >= min(window, Self.saturatingBytes)))
    }

    /// Notes that a status report has come.
    mutating func answer(at now: UInt64) {
        misses = 0
        if asksTerminal { answers = .arriving }
        // One that comes after it was given up says only that there are answers.
        guard !pending.isEmpty else { return }
        let question = pending.removeFirst()
        arrived = max(arrived, question.end)
        arrivedAt = now
        sentAt = question.askedAt
        estimate.add(
            LinkEstimate.Sample(
                bytes: question.end - question.arrived,
                sending: question.askedAt - min(question.askedAt, question.sentAt),
                arriving: now - min(now, question.arrivedAt), roundTrip: now - min(now, question.askedAt),
                isSaturated: question.isSaturated), at: now)
    }

    /// Notes how long back-pressure held up output that no report accounts for.
    mutating func noteWrite(of bytes: Int, taking duration: UInt64, at now: UInt64) {
        guard isUnlimited, bytes >= Self.saturatingBytes else { return }
        estimate.add(
            LinkEstimate.Sample(bytes: bytes, arriving: duration, roundTrip: 0, isSaturated: true), at: now)
    }

    /// When to look again whether there is room, if no answer comes before; nil where time changes nothing.
    func nextCheck(at now: UInt64) -> UInt64? {
        switch answers {
        case .expected, .arriving: return pending.first.map { $0.askedAt + patience }
        case .missing:
            guard let rate = estimate.fixedRate else { return nil }
            let excess = Double(unanswered(at: now) - window + 1)
            return now + UInt64(max(0, excess) / rate * 1e9) + 1_000_000
        }
    }

    /// Gives up answers that are overdue.
    mutating func expire(at now: UInt64) {
        guard answers != .missing, let first = pending.first, now >= first.askedAt + patience else { return }
        misses += 1
        pending = []
        arrived = written
        if answers == .expected || misses >= Self.maxMisses { answers = .missing }
    }

    /// Forgets what is on its way: the terminal was in other hands.
    mutating func restart() {
        pending = []
        arrived = written
        misses = 0
        answers = asksTerminal ? .expected : .missing
    }

    private var patience: UInt64 {
        answers == .expected ? firstPatience : max(Self.patience, 8 * (estimate.roundTrip ?? 0))
    }
}
