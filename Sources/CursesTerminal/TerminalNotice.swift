/// A warning about the terminal for the user. The program works nevertheless.
public enum TerminalNotice: Hashable, Sendable {
    /// The machine has no terminfo entry for the terminal's name; an entry for xterm is used instead.
    case unknownTerminal(String)
}
