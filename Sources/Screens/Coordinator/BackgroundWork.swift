import Localization
import TerminalUI

/// Work in the background that quitting would cut short.
@MainActor
protocol BackgroundWork: AnyObject {
    /// Called when the progress changes, and at the end.
    var onChange: () -> Void { get set }
    /// A line about the progress; nil when idle.
    var progressLine: String? { get }
    /// Whether the last operation failed for any photo.
    var hasFailed: Bool { get }

    func cancel()
}

/// How the question about work in the background ends, unless the user stays.
enum QuitAnswer {
    case stopAndQuit
    /// The work is done.
    case quit
}

extension Question<QuitAnswer> {
    /// Asks whether to stop work in the background. Ends when the work does; after a failure without an answer, so that
    /// the user can read the reason.
    init(about work: any BackgroundWork) {
        func paragraphs(_ progress: String) -> [String] {
            [progress, localized("Tintype will quit when this is done.")]
        }
        self.init(
            title: localized("Still working"), text: paragraphs(work.progressLine ?? ""),
            choices: [
                Choice(keys: [Key("q")], hint: localized("stop and quit", context: "hint"), answer: .stopAndQuit)
            ], escapeHint: localized("stay", context: "hint"), takesEarlyKeys: true,
            follow: { question in
                work.onChange = { [weak work, weak question] in
                    guard let work else { return }
                    if let progress = work.progressLine {
                        question?.show(paragraphs(progress))
                    } else {
                        question?.answer(work.hasFailed ? nil : .quit)
                    }
                }
            })
    }
}
