/// Why a session cannot begin; nothing has been done to the terminal then.
public enum TerminalStartError: Error, Hashable, Sendable {
    /// Standard input or standard output is not a terminal.
    case notATerminal
    /// TERM is unset or empty.
    case terminalUnnamed
    /// A terminal that cannot place its cursor, with the value of TERM.
    case cursorCannotMove(String)
    /// The system gives no memory for frames, with errno.
    case noMemoryFile(Int32)
    /// ncurses could not be started.
    case cannotStart
}
