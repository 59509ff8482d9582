import CursesTerminal

extension TerminalNotice {
    /// What a person is told.
    var words: String {
        switch self {
        case .unknownTerminal(let name): "The terminal \(name) is not known here: drawing as for xterm"
        }
    }
}
