import CursesTerminal
import Localization

extension TerminalNotice {
    /// The message for the user.
    var words: String {
        switch self {
        case .unknownTerminal(let name): localized("The terminal \(name) is not known here: drawing as for xterm")
        }
    }
}
