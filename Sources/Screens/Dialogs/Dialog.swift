import TerminalUI

/// A question to the user, as a value. `Navigator.ask` shows it over the screen below, and returns the answer.
@MainActor
protocol Dialog<Answer> {
    associatedtype Answer: Sendable

    /// Creates the screen.
    ///
    /// - Parameter answer: called with the answer, or with nil when the user goes back without one.
    func screen(in context: ScreenContext, answer: @escaping (Answer?) -> Void) -> any Screen
}
