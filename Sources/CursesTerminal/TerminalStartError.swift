/// Why a session cannot start; the terminal is unchanged in that case.
public enum TerminalStartError: Error, Hashable, Sendable {
    /// Standard input or standard output is not a terminal.
    case notATerminal
    /// TERM is unset or empty.
    case terminalUnnamed
    /// The terminal, with this value of TERM, cannot position its cursor.
    case cursorCannotMove(String)
    /// The system could not create the memory file for frames; the value is errno.
    case noMemoryFile(Int32)
    /// ncurses could not be started.
    case cannotStart
}
