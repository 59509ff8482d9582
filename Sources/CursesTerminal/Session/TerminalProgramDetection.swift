import TerminalUI

extension TerminalProgram {
    /// Detects the program from the environment; returns nil if the environment doesn't identify it.
    ///
    /// Also returns nil inside a multiplexer, because its environment may describe a terminal it has since left.
    init?(environment: [String: String]) {
        guard Multiplexer(environment: environment) == nil else { return nil }
        let term = environment["TERM"] ?? ""
        if let name = environment["TERM_PROGRAM"], !name.isEmpty {
            self.init(name: name, version: environment["TERM_PROGRAM_VERSION"] ?? "")
        } else if let version = environment["VTE_VERSION"] {
            self.init(name: "vte", version: version)
        } else if let version = environment["KONSOLE_VERSION"] {
            self.init(name: "konsole", version: version)
        } else if let report = environment["XTERM_VERSION"] {
            self.init(report: report)
        } else if environment["WT_SESSION"] != nil {
            self.init(name: "windows terminal")
        } else if let name = ["kitty", "ghostty", "foot", "alacritty", "wezterm"].first(where: { term.contains($0) }) {
            self.init(name: name)
        } else if term == "linux" {
            self.init(name: term)
        } else {
            return nil
        }
    }
}
