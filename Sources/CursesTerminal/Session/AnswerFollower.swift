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
