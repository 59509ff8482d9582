import Dispatch
import TerminalUI

/// Follows the terminal's answers: sends further queries, and makes the screen show changes. Delays both in a flood of
/// answers.
@MainActor
final class AnswerFollower {
    /// The answers as far as they affect the screen.
    struct State: Equatable {
        let appearance: TerminalAppearance
        let graphics: GraphicsSupport
    }

    /// Returns the state after all answers so far; nil once the session has ended.
    private let state: () -> State?
    private let send: ([UInt8]) -> Void
    /// Called when the screen must show a new state.
    private let onChange: () -> Void
    private var shown: State?
    /// The queries that haven't been sent.
    private var queries: [[UInt8]] = []
    private var pacing = AnswerPacing()
    private var isWaiting = false

    init(state: @escaping () -> State?, send: @escaping ([UInt8]) -> Void, onChange: @escaping () -> Void) {
        self.state = state
        self.send = send
        self.onChange = onChange
        shown = state()
    }

    /// Records that the screen shows the current state.
    func didShowState() { shown = state() }

    /// Follows answers.
    /// - Parameter queries: further queries that follow from them; mostly empty.
    func follow(with queries: [UInt8] = []) {
        if !queries.isEmpty, !self.queries.contains(queries) { self.queries.append(queries) }
        guard !isWaiting, state() != shown || !self.queries.isEmpty else { return }
        let delay = pacing.delay(at: DispatchTime.now().uptimeNanoseconds)
        guard delay > 0 else { return followNow() }
        isWaiting = true
        DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(Int(delay))) { [weak self] in
            MainActor.assumeIsolated {
                self?.isWaiting = false
                self?.follow()
            }
        }
    }

    private func followNow() {
        let queries = queries
        self.queries = []
        for query in queries { send(query) }
        guard state() != shown else { return }
        didShowState()
        onChange()
    }
}

/// The queries that the terminal hasn't answered yet, other than those for status reports, which `LinkProgress` counts.
struct OutstandingQueries {
    /// Deadline for responses; nil after the last one.
    private var deadline: DispatchTime?
    /// The number of DA1 queries without a response.
    private var lastQueries = 0
    private var sentAt: DispatchTime?
    /// Whether the terminal has responded to any query.
    private(set) var hasAnswered = false

    private static let timeout = DispatchTimeInterval.seconds(2)
    /// A terminal that hasn't answered within this time won't.
    private static let maxSilence = DispatchTimeInterval.seconds(1)

    /// Returns whether responses may still arrive.
    func isExpectingAnswers(at now: DispatchTime) -> Bool { deadline.map { now < $0 } ?? false }

    /// Returns the number of responses to DA1 that may still arrive.
    func expectedLastAnswers(at now: DispatchTime) -> Int { isExpectingAnswers(at: now) ? lastQueries : 0 }

    /// Returns whether the terminal has had time to respond, and hasn't. No response is worth a wait then.
    func isMute(at now: DispatchTime) -> Bool {
        guard let sentAt, !hasAnswered else { return false }
        return now > sentAt + Self.maxSilence
    }

    mutating func didSend(_ queries: [UInt8], at now: DispatchTime) {
        if !isExpectingAnswers(at: now) { lastQueries = 0 }
        if queries.suffix(TerminalQueries.last.count).elementsEqual(TerminalQueries.last) { lastQueries += 1 }
        sentAt = now
        deadline = now + Self.timeout
    }

    /// Records a response to any query, also for a status report.
    mutating func didReceiveAnswer() { hasAnswered = true }

    /// Records a response to DA1.
    /// - Parameter endsAnswers: whether all other responses precede it. Inside tmux, the terminal around it responds later.
    mutating func didReceiveLastAnswer(endsAnswers: Bool) {
        lastQueries = max(0, lastQueries - 1)
        if endsAnswers, lastQueries == 0 { deadline = nil }
    }

    /// Stops expecting responses.
    mutating func giveUp() { deadline = nil }
}

extension InputEvent {
    /// Whether this answers `LinkProgress.statusQuery`: the terminal is ready (0) or reports a malfunction (3).
    var isStatusReport: Bool { self == .response(.controlSequence("0n")) || self == .response(.controlSequence("3n")) }

    /// Whether this answers `TerminalQueries.last`.
    var isLastAnswer: Bool {
        guard case .response(let response) = self, case .last = TerminalQueries.finding(in: response) else {
            return false
        }
        return true
    }
}

/// Bounds how often the screen follows the terminal's answers: the first ones at once, then four per second. A program that
/// makes the terminal answer all the time would otherwise keep this one from everything else.
///
/// Times are in nanoseconds of uptime.
struct AnswerPacing: Sendable {
    /// More than the changes at the start, or after the font has changed.
    private static let burst: UInt64 = 10
    private static let interval: UInt64 = 250_000_000

    /// When the answers so far would be through at one per interval (theoretical arrival time, generic cell rate
    /// algorithm).
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
