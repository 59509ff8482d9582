import Albums
import TerminalUI

/// Runs command lines of the user's on the files of photos.
@MainActor
final class ScriptRunner {
    private let screens: ScreenFactory
    private let locator: PhotoLocator
    private let show: (any Screen) -> Void
    private let goBack: () -> Void
    /// The command lines that the user has run, without repetitions.
    private var history: [String] = []
    /// The scripts of this run: a canceled one may go on for a moment.
    private var scripts: [RunningScript] = []

    init(
        screens: ScreenFactory, locator: PhotoLocator, show: @escaping (any Screen) -> Void,
        goBack: @escaping () -> Void
    ) {
        self.screens = screens
        self.locator = locator
        self.show = show
        self.goBack = goBack
    }

    /// Asks for a command line, and runs it.
    func askForLine(for photos: [Photo]) {
        let run = { [weak self] (script: CommandLineScript) in
            self?.goBack()
            self?.run(script, on: photos)
        }
        show(screens.commandPrompt(photos, history: history, .init(run: run, goBack: goBack)))
    }

    /// Runs a script on the files of photos, and shows its output; without output, a notice with its exit status.
    func run(_ script: CommandLineScript, on photos: [Photo]) {
        history.removeAll { $0 == script.line }
        history.append(script.line)
        locator.locate(photos) { [weak self, screens, goBack] locations in
            guard let self else { return }
            let running = screens.start(script, on: locations.map(\.argument))
            scripts.append(running)
            let endedSilently = { [notices = screens.notices] (status: Int32) in
                goBack()
                notices.post(UserFacingText.endedSilently(on: photos, status: status), about: .sharing)
            }
            show(
                screens.commandOutput(
                    script.line, of: running, .init(endedSilently: endedSilently, goBack: goBack)))
        }
    }

    func cancel() {
        for script in scripts { script.cancel() }
    }

    /// Waits until the scripts have ended.
    func wait() async {
        for script in scripts { _ = await script.status }
    }
}
