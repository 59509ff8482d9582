import Albums
import Localization
import TerminalUI

/// Runs command lines of the user's on the files of photos.
@MainActor
final class ScriptRunner {
    private let screens: ScreenFactory
    private let locator: PhotoLocator
    private weak var coordinator: Coordinator?
    /// The command lines that the user has run, without repetitions.
    private var history: [String] = []
    /// The scripts of this run: a canceled one may go on for a moment.
    private var scripts: [RunningScript] = []

    init(screens: ScreenFactory, locator: PhotoLocator, coordinator: Coordinator) {
        self.screens = screens
        self.locator = locator
        self.coordinator = coordinator
    }

    /// Asks for a command line, and runs it.
    func askForLine(for photos: [Photo]) {
        let prompt = Prompt(
            title: localized("Run on \(UserFacingText.fileName(of: photos))"), label: "$ ",
            help: localized("\(CommandLineScript.placeholder) stands for the files; without it, they come last"),
            hint: localized("run", context: "hint"), history: history.reversed(),
            arrowHint: localized("last command", context: "hint"), reading: .atEnter(CommandLineScript.init))
        coordinator?.interact { [weak self, coordinator] in
            if let script = await coordinator?.ask(prompt) { self?.run(script, on: photos) }
        }
    }

    /// Runs a script on the files of photos, and shows its output; without output, a notice with its exit status.
    func run(_ script: CommandLineScript, on photos: [Photo]) {
        history.removeAll { $0 == script.line }
        history.append(script.line)
        coordinator?.lookUp { [weak self] in
            guard let self, let locations = await locator.locations(of: photos) else { return }
            // One byte more than the page shows, to detect truncation.
            let running = RunningScript { [run = screens.sharing.run, arguments = locations.map(\.argument)] in
                await run(script.text, arguments, CommandOutputState.maxBytes + 1, $0)
            }
            scripts.append(running)
            coordinator?.showOutput(of: running, line: script.line) { [notices = screens.notices] status in
                notices.post(UserFacingText.endedSilently(on: photos, status: status), about: .sharing)
            }
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
