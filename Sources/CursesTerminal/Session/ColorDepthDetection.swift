import TerminalUI

/// How many colors a terminal has, by what its environment says.
enum ColorDepthDetection {
    /// The depth to begin with; the terminal's own answers may raise it.
    ///
    /// - Parameters:
    ///   - entry: The terminal's own entry.
    ///   - name: The value of TERM.
    ///   - tmuxFeatures: what the terminal around tmux can do, if tmux is there and tells.
    static func depth(
        of entry: TerminfoEntry, name: String, environment: [String: String],
        tmuxFeatures: (_ environment: [String: String]) -> Set<String>? = {
            Tmux(environment: $0)?.terminalFeatures
        }
    ) -> TerminalAppearance.Colors {
        guard mayHaveColors(environment), DrawingEntry(for: entry).hasColors else { return .none }
        // GNU screen passes COLORTERM of the terminal around it on, and misreads true colors.
        let isInScreen = name.hasPrefix("screen") && environment["STY"] != nil
        let claimsTrueColor =
            ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased())
            || entry.hasExtended("RGB") || entry.hasExtended("Tc") || isTrueColorName(name)
        // tmux takes true colors from any program, but shows the nearest of 256 where it was not told of more.
        if claimsTrueColor, !isInScreen, tmuxFeatures(environment)?.contains("RGB") ?? true { return .trueColor }
        // xterm, whose usual entry has eight, sets this.
        if environment["XTERM_VERSION"] != nil, name.hasPrefix("xterm") { return .palette256 }
        return switch entry[.maxColors] ?? 0 {
        case 256...: .palette256
        case 16...: .sixteen
        case 8...: .eight
        default: .none
        }
    }

    /// Whether a person has not asked for a screen without color (https://no-color.org).
    static func mayHaveColors(_ environment: [String: String]) -> Bool {
        (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Whether a terminal of this name (TERM) has true colors in every version still met.
    private static func isTrueColorName(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix("-direct")
            || ["kitty", "ghostty", "foot", "alacritty", "wezterm"].contains { name.contains($0) }
    }

    /// How many colors a program that answers XTVERSION so has at least; nil where that tells nothing.
    static func depth(ofProgram name: String) -> TerminalAppearance.Colors? {
        if isTrueColorProgram(name) { return .trueColor }
        // The name that most systems set for xterm, `xterm`, stands for eight.
        return name.lowercased().hasPrefix("xterm") ? .palette256 : nil
    }

    /// Whether a program that answers XTVERSION so has true colors.
    ///
    /// Not tmux or xterm: they take true colors from any program, but may show the nearest of 256, which is better
    /// chosen here.
    static func isTrueColorProgram(_ name: String) -> Bool {
        let name = name.lowercased()
        return [
            "kitty", "ghostty", "foot", "alacritty", "wezterm", "vte", "konsole", "contour", "iterm2", "mintty", "rio",
        ]
        .contains { name.hasPrefix($0) }
    }
}
