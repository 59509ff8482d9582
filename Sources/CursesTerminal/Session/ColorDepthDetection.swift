import CellArt
import TerminalUI

/// Detects the terminal's color depth from its environment.
enum ColorDepthDetection {
    /// Returns the initial depth; responses from the terminal may raise it.
    ///
    /// - Parameters:
    ///   - entry: the terminal's own terminfo entry.
    ///   - name: the value of TERM.
    ///   - tmuxFeatures: returns the features of the terminal around tmux; nil outside tmux or if unknown.
    static func depth(
        of entry: TerminfoEntry, name: String, environment: [String: String],
        tmuxFeatures: (_ environment: [String: String]) -> Set<String>? = {
            Tmux(environment: $0)?.terminalFeatures
        }
    ) -> ColorDepth {
        guard mayHaveColors(environment), DrawingEntry(for: entry).hasColors else { return .none }
        // GNU screen passes on the outer terminal's COLORTERM, but misinterprets true colors.
        let isInScreen = name.hasPrefix("screen") && environment["STY"] != nil
        let claimsTrueColor =
            ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased())
            || entry.hasExtended("RGB") || entry.hasExtended("Tc") || isTrueColorName(name)
        // tmux accepts true colors from any program, but shows the nearest of 256 unless the outer terminal has the RGB
        // feature.
        if claimsTrueColor, !isInScreen, tmuxFeatures(environment)?.contains("RGB") ?? true { return .trueColor }
        // Set by xterm. Its default entry has only eight colors.
        if environment["XTERM_VERSION"] != nil, name.hasPrefix("xterm") { return .palette256 }
        return switch entry[.maxColors] ?? 0 {
        case 256...: .palette256
        case 16...: .sixteen
        case 8...: .eight
        default: .none
        }
    }

    /// Returns whether colors are allowed, that is, NO_COLOR is not set (https://no-color.org).
    static func mayHaveColors(_ environment: [String: String]) -> Bool {
        (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Returns whether all current versions of a terminal with this TERM have true color.
    private static func isTrueColorName(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix("-direct")
            || ["kitty", "ghostty", "foot", "alacritty", "wezterm"].contains { name.contains($0) }
    }

    /// Returns the minimum depth of a program with this XTVERSION response; nil if unknown.
    static func depth(ofProgram name: String) -> ColorDepth? {
        if isTrueColorProgram(name) { return .trueColor }
        // xterm has 256 colors, although the `xterm` entry that most systems select has eight.
        return name.lowercased().hasPrefix("xterm") ? .palette256 : nil
    }

    /// Returns whether a program with this XTVERSION response has true color.
    ///
    /// Excludes tmux and xterm: they accept true colors from any program but may show the nearest of 256, and our own
    /// choice of those looks better.
    static func isTrueColorProgram(_ name: String) -> Bool {
        let name = name.lowercased()
        return [
            "kitty", "ghostty", "foot", "alacritty", "wezterm", "vte", "konsole", "contour", "iterm2", "mintty", "rio",
        ]
        .contains { name.hasPrefix($0) }
    }
}
