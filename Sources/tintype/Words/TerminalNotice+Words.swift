import CursesTerminal
import Localization

extension TerminalNotice {
    /// What a person is told.
    var words: String {
        switch self {
        case .unknownTerminal(let name): localized("The terminal \(name) is not known here: drawing as for xterm")
        }
    }
}
