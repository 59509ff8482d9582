import CursesTerminal
import Localization

extension TerminalNotice {
    /// The message for the user.
    var message: String {
        switch self {
        case .unknownTerminal(let name): localized("No terminfo entry for \u{201C}\(name)\u{201D}; using xterm")
        case .noPassthrough(let program):
            localized("tmux keeps pixels from \(program.description): set -g allow-passthrough on")
        }
    }
}
