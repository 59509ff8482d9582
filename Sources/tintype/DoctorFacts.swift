import Albums
import CursesTerminal
import FoundationEssentials
import Screens
import Storage
import TerminalUI

extension FactSheet {
    /// What the terminal can do and why the picture looks as it does, where things are kept, and what is opened.
    @MainActor
    init(doctor terminal: CursesTerminal, _ opened: OpenedLibrary) {
        let environment = ProcessInfo.processInfo.environment
        let multiplexer = environment["TMUX"] != nil ? "tmux" : environment["STY"] != nil ? "screen" : "none"
        var facts = [
            Fact("Terminal", environment["TERM"] ?? "unnamed"),
            Fact("Multiplexer", multiplexer),
            Fact("Size", "\(terminal.size.columns) \u{00D7} \(terminal.size.rows) cells"),
            Fact("Colors", terminal.appearance.colors.words),
            Fact("Characters", terminal.appearance.repertoire == .ascii ? "ASCII" : "Unicode, pictures in half blocks"),
            Fact("Background", terminal.appearance.background.map { "\($0)" } ?? "not told by the terminal"),
            Fact("Library", opened.library.address),
        ]
        if let limit = opened.unsplash?.rateLimit {
            facts.append(Fact("Unsplash", "\(limit.remaining) requests left in this hour"))
        }
        facts += [
            Fact("Configuration", ConfigurationFile().path), Fact("Cache", UserFolder.cache.path),
            Fact("State", UserFolder.state.path), Fact("Version", Tintype.configuration.version),
        ]
        self.init(title: "Doctor", subtitle: "What the terminal can do, and where things are kept", facts: facts)
    }
}

extension TerminalAppearance.Colors {
    fileprivate var words: String {
        switch self {
        case .none: "none: NO_COLOR is set, or the terminal has none"
        case .eight: "8"
        case .sixteen: "16"
        case .palette256: "256: the terminal does not say that it knows true color (COLORTERM=truecolor says so)"
        case .trueColor: "true color"
        }
    }
}
