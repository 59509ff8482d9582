import CellArt
import TerminalUI

/// Detects the terminal's color depth from its environment.
enum ColorDepthDetection {
    /// Returns the initial depth; responses from the terminal may change it.
    ///
    /// - Parameters:
    ///   - entry: the terminal's own terminfo entry.
    ///   - name: the value of TERM.
    ///   - tmuxHasTrueColor: returns whether tmux has true color on the terminal around it; nil outside tmux or if unknown.
    static func depth(
        of entry: TerminfoEntry, name: String, environment: [String: String],
        tmuxHasTrueColor: (_ environment: [String: String]) -> Bool? = { Tmux(environment: $0)?.hasTrueColor }
    ) -> ColorDepth {
        guard mayHaveColors(environment), DrawingEntry(for: entry).hasColors else { return .none }
        // GNU screen maps 256 colors to those of the terminal around it, even if its entry has eight. It passes on that
        // terminal's COLORTERM, but misinterprets true colors.
        if name.hasPrefix("screen"), environment["STY"] != nil { return .palette256 }
        // Set by xterm. Its default entry has only eight colors.
        let isXterm = environment["XTERM_VERSION"] != nil && name.hasPrefix("xterm")
        let traits = (TerminalProgram(term: name) ?? (isXterm ? TerminalProgram(name: "xterm") : nil))?.traits
        let claimsTrueColor =
            ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased())
            || entry.hasExtended("RGB") || entry.hasExtended("Tc") || name.hasSuffix("-direct")
        // tmux accepts true colors from any program, but may show the nearest of 256.
        let hasTrueColor = tmuxHasTrueColor(environment) ?? claimsTrueColor
        let depth: ColorDepth =
            switch entry[.maxColors] ?? 0 {
            case _ where hasTrueColor: .trueColor
            case 256...: .palette256
            case 16...: .sixteen
            case 8...: .eight
            default: .none
            }
        return traits?.bounded(depth) ?? depth
    }

    /// Returns whether colors are allowed, that is, NO_COLOR is not set (https://no-color.org).
    static func mayHaveColors(_ environment: [String: String]) -> Bool {
        (environment["NO_COLOR"] ?? "").isEmpty
    }
}
