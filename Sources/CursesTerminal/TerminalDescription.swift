import CellArt
import TerminalUI

/// The properties of the terminal according to the environment.
struct TerminalDescription {
    let entry: TerminfoEntry
    let colors: ColorDepth
    let notices: [TerminalNotice]
    /// Whether it is a hardware terminal (or an emulation of one) without Unicode.
    let isHardwareTerminal: Bool
    /// Whether unknown queries are safe, because they don't show up on the screen.
    let answersQueries: Bool
    /// Whether the terminal may have a clipboard, or at least doesn't print the clipboard sequence on the screen.
    let hasClipboard: Bool

    /// - Parameter colors: the user's color depth, which overrides the environment.
    init(
        environment: [String: String], colors chosen: ColorDepth? = nil
    ) throws(TerminalStartError) {
        guard let name = environment["TERM"], !name.isEmpty else { throw .terminalUnnamed }
        let own = TerminfoDatabase(environment: environment).entry(named: name)
        guard let entry = own ?? BuiltInEntry.xterm256, name != "dumb" else { throw .cursorCannotMove(name) }
        guard entry[.cursorAddress] != nil else { throw .cursorCannotMove(name) }
        self.entry = entry
        colors = chosen ?? ColorDepthDetection.depth(of: entry, name: name, environment: environment)
        notices = own == nil ? [.unknownTerminal(name)] : []
        isHardwareTerminal = name.hasPrefix("vt") && name.dropFirst(2).first?.isNumber == true
        hasClipboard = !isHardwareTerminal && name != "linux"
        answersQueries = colors != .none && name != "linux"
    }
}

/// A warning about the terminal for the user. The program works nevertheless.
public enum TerminalNotice: Hashable, Sendable {
    /// The machine has no terminfo entry for the terminal's name; an entry for xterm is used instead.
    case unknownTerminal(String)
    /// The terminal around tmux shows pixels, but tmux doesn't pass them on.
    case noPassthrough(TerminalProgram)
}

/// Why a session cannot start; the terminal is unchanged in that case.
public enum TerminalStartError: Error, Hashable, Sendable {
    /// Standard input or standard output is not a terminal.
    case notATerminal
    /// The process has no controlling terminal.
    case noControllingTerminal
    /// TERM is unset or empty.
    case terminalUnnamed
    /// The terminal, with this value of TERM, cannot position its cursor.
    case cursorCannotMove(String)
    /// The system could not create the memory file for frames; the value is errno.
    case noMemoryFile(Int32)
    /// ncurses could not be started.
    case cannotStart
}
