/// How much of the output the terminal has received, according to the best witness.
///
/// `write` returns long before the terminal has the bytes: the buffers of an SSH server and of the network hide a slow
/// connection. See `TerminalLine.Witness` for what reveals it.
///
/// Times are in nanoseconds of uptime.
struct LinkProgress: Sendable {
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

    /// Who responds to status queries.
    enum Respondent: Equatable, Sendable {
        case terminal
        /// tmux passes queries and images on to the terminal.
        case terminalAroundTmux
        /// A multiplexer responds at once by itself, which shows only that it has read everything before the query.
        case multiplexer
        case nobody
    }

    private(set) var estimate: LinkEstimate
    private(set) var reportStatus: ReportStatus
    private(set) var respondent: Respondent
    /// Whether the terminal is at the other end of a network, even if the connection itself is unknown.
    private(set) var isRemote = false
    /// Whether the SSH connection to the terminal is observed.
    private(set) var hasConnection = false

    var witness: TerminalLine.Witness {
        if reportStatus != .missing { return .reports }
        if hasConnection { return .connection }
        return estimate.clockRate == nil ? .none : .clock
    }

    /// The total number of bytes passed to the terminal's device, or about to be.
    private(set) var written = 0
    /// The number of bytes that the terminal has, as far as a witness has shown.
    private(set) var delivered = 0
    /// The number of bytes that no longer count as being in flight: delivered, or given up.
    private var arrived = 0
    /// When the latest arrival became known.
    private var arrivedAt: UInt64 = 0
    /// When the last of the arrived bytes was sent; with nothing in flight, when sending resumed.
    private var sentAt: UInt64 = 0
    /// The outstanding status reports.
    private var queries: [Mark] = []
    /// Other positions in the output, as far as they are under way.
    private var passages: [Passage] = []
    private var missedReports = 0
    /// The number of reports in a row that weren't asked for.
    private var unaskedReports = 0
    /// The number of bytes that have arrived since the connection was last found to be slower than before.
    private(set) var provenBytes = 0
    /// The number of responses given up, and when; they may still arrive.
    private var overdue = (count: 0, since: UInt64(0))
    private let firstReplyTimeout: UInt64
    /// When everything will have been transmitted, at the rate of the line.
    private(set) var transmittedAt: UInt64 = 0
    /// The ends of output that the multiplexer hasn't confirmed.
    private var unread: [Int] = []
    /// The end of the output that the multiplexer has confirmed last. The confirmation can precede `didFlush`.
    private var readEnd = 0
    /// The end of the output that has been added to `passages`.
    private var passedEnd = 0
    /// The fewest bytes that the SSH connection has carried for a byte of output, which is less than 1 with compression.
    private var minStreamShare = 1.0
    /// The bytes that the kernel's queue has taken without making the program wait, up to its size on Linux.
    private var queueBytes = 0
    /// When the rate at which the queue drains was last measured, or raised.
    private var drainRateAt: UInt64 = 0
    private var queue = ObservedQueue()

    private struct Mark: Sendable {
        let setAt: UInt64
        /// The total number of bytes written, including the query.
        let end: Int
        /// The total number of bytes that had arrived at that time.
        let arrived: Int
        let arrivedAt: UInt64
        let sentAt: UInt64
        let isSaturated: Bool
    }

    /// Output that the device has taken.
    private struct Passage: Sendable {
        let mark: Mark
        /// When the terminal has this output according to the clock; 0 if the clock isn't the witness.
        var due: UInt64
        let bytes: Int
        /// The position in the SSH connection's stream when this output was written.
        var streamStart: UInt64 = 0
        /// The stream position by which all of this output must be in the stream.
        var expectedEnd: UInt64 = 0
        /// When the multiplexer has confirmed this output.
        var readAt: UInt64?
        /// The stream position after this output; nil until the output is known to be in the stream.
        var streamEnd: UInt64?
        /// When the kernel of the user's computer has acknowledged this output.
        var acknowledgedAt: UInt64?
    }

    /// The output queue of the SSH connection as last seen.
    private struct ObservedQueue: Sendable {
        var sent: UInt64 = 0
        var changedAt: UInt64 = 0
        var acknowledged: UInt64 = 0
        var acknowledgedAt: UInt64 = 0
        /// The value of `sent` before the latest output was written.
        var sentBeforeWrite: UInt64 = 0
    }

    /// In bytes: output of this size saturates every connection that is worth pacing.
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
    /// Two terminals that show the same tmux session both answer.
    static let maxUnaskedReports = 4
    /// After a pause of this length, the SSH server has passed on all output, if its stream has grown by enough.
    private static let relayTime: UInt64 = 5_000_000
    /// The same if the stream has grown by less: compression or tmux may have shortened the output.
    private static let maxRelayTime: UInt64 = 60_000_000
    /// How long the user's SSH client and terminal take for output that their kernel has acknowledged. Users take longer
    /// to see a photo, so a key that comes sooner is meant for the one before.
    static let clientTime: UInt64 = 4_000_000
    /// If nothing has moved for this long, the connection isn't the terminal's.
    private static let maxStillTime: UInt64 = 2_000_000_000
    /// The round trip that the clock assumes while none has been measured, if the terminal is remote.
    private static let assumedRoundTrip: UInt64 = 100_000_000

    /// - Parameter firstReplyTimeout: timeout for the first response in nanoseconds; a quarter of a second exceeds most
    ///   round trips.
    init(
        fixedRate: Double? = nil, asking respondent: Respondent = .terminal, firstReplyTimeout: UInt64 = 250_000_000
    ) {
        self.firstReplyTimeout = firstReplyTimeout
        estimate = LinkEstimate(fixedRate: fixedRate)
        self.respondent = respondent
        reportStatus = respondent.isTerminal ? .expected : .missing
    }

    /// Whether only back-pressure limits the output.
    var isUnlimited: Bool { witness == .none }

    /// The query to send.
    var statusQuery: [UInt8] { respondent == .terminalAroundTmux ? Self.statusQueryThroughTmux : Self.statusQuery }

    /// The rate of the connection in bytes per second; nil if it is unlimited or unknown.
    var knownRate: Double? { isUnlimited || !estimate.isRateKnown ? nil : estimate.rate }

    /// The round trip in nanoseconds; while none has been measured, an assumption.
    var roundTrip: UInt64 { estimate.roundTrip ?? (isRemote ? Self.assumedRoundTrip : 0) }

    /// The number of outstanding responses.
    var pendingReports: Int { queries.count }

    /// The number of responses that may still arrive, including those given up a moment ago.
    func possibleReports(at now: UInt64) -> Int {
        queries.count + unread.count + (now < overdue.since + Self.replyTimeout ? overdue.count : 0)
    }

    /// Whether to observe the connection, because output is under way.
    var needsObservation: Bool { witness == .connection && !passages.isEmpty }

    /// Returns the estimated number of bytes in flight.
    func bytesInFlight(at now: UInt64) -> Int {
        switch witness {
        case .reports: return queries.isEmpty ? 0 : written - arrived
        case .connection: return written - arrived
        case .none: return 0
        case .clock:
            guard let clockRate = estimate.clockRate, transmittedAt > now else { return 0 }
            return Int(min(Double(transmittedAt - now) / 1e9 * clockRate, 1e9))
        }
    }

    /// Returns whether output written now should end with a query.
    func shouldQuery(at now: UInt64) -> Bool {
        guard respondent.isTerminal else { return respondent == .multiplexer && witness == .connection }
        // One query at a time detects whether a silent terminal has started to respond.
        guard reportStatus == .missing else { return true }
        return queries.last.map { now > $0.setAt + Self.replyTimeout } ?? true
    }

    /// Records output that is about to be written; `withQuery` if it ends with a query.
    mutating func didWrite(_ bytes: Int, withQuery: Bool, at now: UInt64) {
        if queries.isEmpty, passages.isEmpty, witness != .none { beginFlight(at: now) }
        written += bytes
        queue.sentBeforeWrite = queue.sent
        if let rate = knownRate {
            raiseDrainRate(at: now)
            transmittedAt = max(transmittedAt, now) + UInt64(min(Double(bytes) / rate * 1e9, 1e15))
        }
        guard withQuery else { return }
        guard respondent.isTerminal else { return unread.append(written) }
        if reportStatus == .missing { giveUpQueries(at: now) }
        queries.append(mark(at: now))
    }

    /// Records that nothing is in flight.
    private mutating func beginFlight(at now: UInt64) {
        arrived = written
        arrivedAt = now
        sentAt = now
    }

    private func mark(at now: UInt64) -> Mark {
        Mark(
            setAt: now, end: written, arrived: arrived, arrivedAt: arrivedAt, sentAt: sentAt,
            isSaturated: written - arrived >= min(window, Self.saturatingBytes))
    }

    /// Records that the device has taken output, how much of it waited for room in the kernel's queue, and how long, in
    /// nanoseconds.
    mutating func didFlush(_ bytes: Int, blocked blockedBytes: Int, for duration: UInt64, at now: UInt64) {
        guard reportStatus == .missing else { return }
        measureDrainRate(bytes, blocked: blockedBytes, for: duration, at: now)
        passed(at: now)
    }

    /// Records that everything written is under way.
    private mutating func passed(at now: UInt64) {
        guard written > delivered else { return }
        var passage = Passage(mark: mark(at: now), due: 0, bytes: written - max(passedEnd, delivered))
        passedEnd = written
        if readEnd >= written { passage.readAt = now }
        switch witness {
        case .reports: break
        case .none: (delivered, arrived) = (written, written)
        case .clock:
            passage.due = max(transmittedAt, now) + roundTrip
            passages.append(passage)
        case .connection:
            passage.streamStart = queue.sentBeforeWrite
            // Earlier output may still be on its way into the stream.
            let start = passages.last { $0.streamEnd == nil }?.expectedEnd ?? passage.streamStart
            passage.expectedEnd = start + UInt64(Double(passage.bytes) * minStreamShare)
            passages.append(passage)
        }
    }

    /// Updates `delivered` by the clock, if that is the witness.
    mutating func advance(to now: UInt64) {
        while let first = passages.first, first.due != 0, now >= first.due {
            delivered = max(delivered, first.mark.end)
            arrived = max(arrived, delivered)
            passages.removeFirst()
        }
    }

    /// When `advance(to:)` changes something next, if time alone does.
    var nextDelivery: UInt64? { passages.first.flatMap { $0.due == 0 ? nil : $0.due } }

    /// Records the state of the SSH connection.
    mutating func didObserve(_ state: SSHConnection.Queue, at now: UInt64) {
        guard witness == .connection else { return }
        if state.sent != queue.sent { (queue.sent, queue.changedAt) = (state.sent, now) }
        if state.acknowledged != queue.acknowledged {
            (queue.acknowledged, queue.acknowledgedAt) = (state.acknowledged, now)
        }
        while let index = passages.firstIndex(where: { $0.streamEnd == nil }) {
            let passage = passages[index]
            // The connection may be an earlier one, whose variables are still in the environment.
            if state.sent == queue.sentBeforeWrite, now >= passage.mark.setAt + Self.maxStillTime {
                return setConnection(isRemote: isRemote, isObserved: false, at: now)
            }
            guard !state.isFull, state.sent > passage.streamStart, isRelayed(passage, at: now) else { break }
            passages[index].streamEnd = state.sent
        }
        for index in passages.indices where passages[index].acknowledgedAt == nil {
            guard let end = passages[index].streamEnd, state.acknowledged >= end else { break }
            passages[index].acknowledgedAt = queue.acknowledgedAt
        }
        while let first = passages.first, let time = first.acknowledgedAt, now >= time + Self.clientTime {
            passages.removeFirst()
            didArrive(first.mark, at: time)
        }
    }

    /// Returns whether the SSH server has passed output on to the connection, including the last of several pieces.
    private mutating func isRelayed(_ passage: Passage, at now: UInt64) -> Bool {
        let rest = now - min(now, max(queue.changedAt, passage.readAt ?? passage.mark.setAt))
        if respondent == .multiplexer {
            return rest >= (passage.readAt == nil ? Self.maxStillTime : 2 * Self.relayTime)
        }
        if queue.sent >= passage.expectedEnd { return rest >= Self.relayTime }
        guard rest >= Self.maxRelayTime else { return false }
        let share = Double(queue.sent - passage.streamStart) / Double(max(1, passage.bytes))
        minStreamShare = min(minStreamShare, max(0.05, share))
        return true
    }

    /// Records the arrival of a status report.
    mutating func didReceiveReport(at now: UInt64) {
        missedReports = 0
        if respondent == .multiplexer, !unread.isEmpty {
            readEnd = unread.removeFirst()
            for index in passages.indices where passages[index].mark.end <= readEnd && passages[index].readAt == nil {
                passages[index].readAt = now
            }
            return
        }
        if respondent.isTerminal {
            guard !queries.isEmpty || overdue.count > 0 else { return didReceiveUnaskedReport(at: now) }
            unaskedReports = 0
            passages = []
            // The report may be a coincidence, so the next one has to come soon.
            reportStatus = reportStatus == .missing ? .expected : .arriving
            (estimate.drainRate, estimate.isAssumed) = (nil, false)
        }
        // A response that arrives after its timeout shows only that the terminal responds at all.
        guard !queries.isEmpty else {
            overdue.count = max(0, overdue.count - 1)
            return
        }
        didArrive(queries.removeFirst(), at: now)
    }

    /// Stops relying on reports after several unrequested ones: another program may have caused them, and if the
    /// terminal itself sends none, waiting for its reports takes seconds.
    private mutating func didReceiveUnaskedReport(at now: UInt64) {
        unaskedReports += 1
        guard unaskedReports >= Self.maxUnaskedReports, reportStatus != .missing else { return }
        reportStatus = .missing
        didChangeWitness(at: now)
        overdue = (0, now)
    }

    private mutating func didArrive(_ mark: Mark, at now: UInt64) {
        let rate = estimate.rate ?? 0
        provenBytes = max(0, mark.end - arrived) + min(provenBytes, 1 << 29)
        delivered = max(delivered, mark.end)
        arrived = max(arrived, mark.end)
        arrivedAt = now
        sentAt = mark.setAt
        if arrived == written { transmittedAt = min(transmittedAt, now) }
        estimate.add(
            LinkEstimate.Sample(
                bytes: mark.end - mark.arrived,
                sending: mark.setAt - min(mark.setAt, mark.sentAt),
                arriving: now - min(now, mark.arrivedAt), roundTrip: now - min(now, mark.setAt),
                isSaturated: mark.isSaturated), at: now)
        if estimate.rate ?? 0 < rate / 2 { provenBytes = 0 }
    }

    private mutating func measureDrainRate(
        _ bytes: Int, blocked blockedBytes: Int, for duration: UInt64, at now: UInt64
    ) {
        guard !hasConnection, estimate.fixedRate == nil else { return }
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
        switch witness {
        case .reports: return queries.first.map { $0.setAt + replyTimeout }
        case .connection, .none: return nil
        case .clock:
            guard let clockRate = estimate.clockRate else { return nil }
            let excess = Double(bytesInFlight(at: now) - window + 1)
            return now + UInt64(max(0, excess) / clockRate * 1e9) + 1_000_000
        }
    }

    /// Gives up on overdue responses.
    mutating func expire(at now: UInt64) {
        guard reportStatus != .missing, let first = queries.first, now >= first.setAt + replyTimeout else { return }
        missedReports += 1
        giveUpQueries(at: now)
        arrived = written
        guard reportStatus == .expected || missedReports >= Self.maxMissedReports else { return }
        reportStatus = .missing
        didChangeWitness(at: now)
    }

    /// Changes who is asked for status reports.
    mutating func ask(_ respondent: Respondent, at now: UInt64) {
        guard respondent != self.respondent else { return }
        let wasTerminal = self.respondent.isTerminal
        self.respondent = respondent
        guard respondent.isTerminal != wasTerminal else { return }
        reportStatus = respondent.isTerminal ? .expected : .missing
        didChangeWitness(at: now)
    }

    /// Changes what is known about the connection to the terminal.
    mutating func setConnection(isRemote: Bool, isObserved: Bool, at now: UInt64) {
        guard isRemote != self.isRemote || isObserved != hasConnection else { return }
        (self.isRemote, hasConnection) = (isRemote, isObserved)
        queue = ObservedQueue()
        if isObserved { estimate.drainRate = nil }
        if reportStatus == .missing { didChangeWitness(at: now) }
    }

    /// Makes the new witness track the output under way.
    private mutating func didChangeWitness(at now: UInt64) {
        giveUpQueries(at: now)
        unread = []
        passages = []
        passedEnd = delivered
        estimate.isAssumed = witness == .none && isRemote
        passed(at: now)
    }

    private mutating func giveUpQueries(at now: UInt64) {
        overdue = (possibleReports(at: now), now)
        queries = []
    }

    /// Resets the state after another program has used the terminal.
    mutating func restart() {
        queries = []
        unread = []
        passages = []
        passedEnd = written
        arrived = written
        overdue.count = 0
        missedReports = 0
        // A terminal that has answered before does so again, even if that takes longer than the first time.
        guard reportStatus != .arriving else { return }
        reportStatus = respondent.isTerminal ? .expected : .missing
    }

    private var replyTimeout: UInt64 {
        reportStatus == .expected ? firstReplyTimeout : max(Self.replyTimeout, 8 * (estimate.roundTrip ?? 0))
    }
}

extension LinkProgress.Respondent {
    /// Whether reports come from the terminal.
    var isTerminal: Bool { self == .terminal || self == .terminalAroundTmux }
}
