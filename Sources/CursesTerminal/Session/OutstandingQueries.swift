import Dispatch
import TerminalUI

/// The queries that the terminal hasn't answered yet, other than those for status reports, which `FlowControl` counts.
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
    /// Whether this answers `FlowControl.statusQuery`: the terminal is ready (0) or reports a malfunction (3).
    var isStatusReport: Bool { self == .response(.controlSequence("0n")) || self == .response(.controlSequence("3n")) }

    /// Whether this answers `TerminalQueries.last`.
    var isLastAnswer: Bool {
        guard case .response(let response) = self, case .last = TerminalQueries.finding(in: response) else {
            return false
        }
        return true
    }
}
