/// What a person should be told about the terminal, though everything works.
public enum TerminalNotice: Hashable, Sendable {
    /// This machine has no entry for the terminal's name; one like xterm's is used.
    case unknownTerminal(String)
}
