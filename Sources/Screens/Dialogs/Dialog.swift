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

/// Opens dialogs for view-models. The coordinator is the only navigator.
@MainActor
protocol Navigator: AnyObject {
    /// Shows a dialog, and returns its answer; nil if the user gave none, or the dialog was removed together with the
    /// screen below.
    ///
    /// The dialog is closed when this function returns. Keys that the user has typed ahead are handled after the code
    /// that follows the call, up to its next suspension. Call it in a `Task.immediate`, so that the dialog is open before the
    /// next key.
    func ask<D: Dialog>(_ dialog: D) async -> D.Answer?
}
