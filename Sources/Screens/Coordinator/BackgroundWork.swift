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
                        question?.text = paragraphs(progress)
                    } else {
                        question?.answer(work.hasFailed ? nil : .quit)
                    }
                }
            })
    }
}

/// Completes file operations that killed runs have left, in the background.
@MainActor
final class FileRecovery: BackgroundWork {
    var onChange: () -> Void = {}

    /// Whether photos are still only partly moved, so that the user should read why.
    private(set) var hasFailed = false

    private let notices: Notices
    private let busyIndicator: BusyIndicator
    private var task: Task<Void, Never>?

    init(notices: Notices, clock: any Clock<Duration>) {
        self.notices = notices
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [weak self] in self?.showProgress() }
    }

    /// The progress; nil unless recovery takes long, such as for a large file on its way to another disk.
    var progressLine: String? {
        busyIndicator.isShown ? localized("finishing an interrupted move\u{2026}") : nil
    }

    /// Starts to recover.
    ///
    /// - Parameter recover: returns a notice for each operation, and ends early if its task is canceled.
    func start(_ recover: @escaping @Sendable () async -> [Notice]) {
        busyIndicator.update(isBusy: true)
        task = Task { [weak self] in
            let results = await recover()
            guard let self else { return }
            hasFailed = results.contains(where: \.isFailure)
            for notice in results { notices.post(notice) }
            busyIndicator.update(isBusy: false)
        }
    }

    /// Cancels the recovery, and leaves the remainder to the next start.
    func cancel() {
        task?.cancel()
    }

    /// Cancels, and waits until no file is being moved.
    func stop() async {
        cancel()
        await task?.value
    }

    private func showProgress() {
        notices.show(progressLine, of: .recovery)
        onChange()
    }
}
