import TerminalUI

/// What the environment says about the terminal.
struct TerminalDescription {
    let entry: TerminfoEntry
    let colors: TerminalAppearance.Colors
    let notices: [TerminalNotice]
    /// A terminal with a screen of glass, or an emulation of one, that knows no Unicode.
    let isHardwareTerminal: Bool
    /// Whether unknown questions do not end up on its screen.
    let answersQuestions: Bool
    /// Whether the terminal may have a clipboard, or at least leaves what is meant for one out of its screen.
    let hasClipboard: Bool

    /// - Parameter colors: what a person says that the terminal has, whatever the environment does.
    init(
        environment: [String: String], colors chosen: TerminalAppearance.Colors? = nil
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
        answersQuestions = colors != .none && name != "linux"
    }
}
