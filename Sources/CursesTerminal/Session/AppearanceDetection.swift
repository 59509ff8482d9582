import CellArt
import Glibc
import TerminalUI

extension TerminalAppearance {
    /// Detects the appearance from the environment alone, without querying the terminal.
    ///
    /// - Parameters:
    ///   - ascii: whether to draw with ASCII only, regardless of the locale.
    ///   - colors: the color depth, overriding the environment.
    public init(environment: [String: String], ascii: Bool, colors: ColorDepth? = nil) throws(TerminalStartError) {
        self.init(
            try TerminalDescription(environment: environment, colors: colors), environment: environment, ascii: ascii)
    }

    init(_ description: TerminalDescription, environment: [String: String], ascii: Bool) {
        let locale = TextLocale.prepare(environment)
        self.init(
            colors: description.colors, repertoire: ascii || description.isHardwareTerminal ? .ascii : locale,
            program: TerminalProgram(environment: environment))
        brightness = Brightness(environment: environment)
    }

    /// Updates the appearance from the terminal's response.
    mutating func apply(_ finding: TerminalQueries.Finding) {
        switch finding {
        case .program(let report): apply(TerminalProgram(report: report))
        case .trueColor: if colors != .none { colors = .trueColor }
        case .shownColors(let depth):
            // A terminal that shows the nearest of 256 colors leaves the choice to this program.
            if colors != .none, program?.traits.colors != .trueColor { colors = depth }
        case .background(let color):
            background = color
            brightness = Brightness(of: color)
        case .newColors(let newBrightness):
            // With the same brightness, the background may also be the same.
            if newBrightness != brightness { background = nil }
            brightness = newBrightness
        case .cell(let cell): cellAspect = Double(cell.height) / Double(cell.width)
        case .attributes, .unit, .windowPixels, .windowCells, .kittyKeyboard, .image, .sixelColors, .sixelSize,
            .sizeReports, .newSize, .focus, .last, .nothing:
            break
        }
    }

    /// Updates the appearance from the name of the program.
    mutating func apply(_ program: TerminalProgram) {
        self.program = program
        if colors != .none { colors = program.traits.bounded(colors) }
    }
}

extension Brightness {
    /// Reads the brightness from COLORFGBG, which rxvt, Konsole and others set to palette indices such as `15;0` or
    /// `0;default;15`. The last one is the background; 7 and 9 to 15 are light.
    init?(environment: [String: String]) {
        guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let index = UInt8(last), index < 16
        else {
            return nil
        }
        self = index == 7 || index > 8 ? .light : .dark
    }
}

extension TerminalProgram {
    /// Detects the program from the environment; returns nil if the environment doesn't identify it.
    ///
    /// Also returns nil inside a multiplexer, because its environment may describe a terminal it has since left.
    init?(environment: [String: String]) {
        guard Multiplexer(environment: environment) == nil else { return nil }
        if let name = environment["TERM_PROGRAM"], !name.isEmpty {
            self.init(name: name, version: environment["TERM_PROGRAM_VERSION"] ?? "")
        } else if let name = environment["LC_TERMINAL"], !name.isEmpty {
            // iTerm2's, also at the other end of an SSH connection.
            self.init(name: name, version: environment["LC_TERMINAL_VERSION"] ?? "")
        } else if let version = environment["VTE_VERSION"] {
            self.init(name: "vte", version: version)
        } else if let version = environment["KONSOLE_VERSION"] {
            self.init(name: "konsole", version: version)
        } else if let report = environment["XTERM_VERSION"] {
            self.init(report: report)
        } else if environment["WT_SESSION"] != nil {
            self.init(name: "windows terminal")
        } else {
            self.init(term: environment["TERM"] ?? "")
        }
    }
}

/// The locale for character handling (LC_CTYPE).
public enum TextLocale {
    /// Sets the process's locale so that the width of Unicode text is known, and returns the characters that can be
    /// sent to the terminal.
    ///
    /// A locale that is unset, C or not installed says nothing about the terminal and is replaced by C.UTF-8. ASCII is
    /// used only if requested explicitly: by `LC_ALL=C`, or by a locale with a character set other than UTF-8. A dumb
    /// terminal gets Unicode only if the locale has it.
    public static func prepare(_ environment: [String: String]) -> Repertoire {
        let isInstalled = setlocale(LC_CTYPE, "") != nil
        let hasUnicode = isInstalled && String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"
        if hasUnicode { return .unicode }
        if environment["TERM"] == "dumb" { return .ascii }
        let supportsUnicode = setlocale(LC_CTYPE, "C.UTF-8") != nil || setlocale(LC_CTYPE, "en_US.UTF-8") != nil
        return supportsUnicode && !namesAnotherCharacterSet(environment, isInstalled: isInstalled) ? .unicode : .ascii
    }

    /// Returns whether the environment names a character set other than UTF-8.
    static func namesAnotherCharacterSet(_ environment: [String: String], isInstalled: Bool) -> Bool {
        if ["C", "POSIX"].contains(environment["LC_ALL"]) { return true }
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        guard !["", "C", "POSIX"].contains(name) else { return false }
        guard let dot = name.firstIndex(of: ".") else { return isInstalled }
        let set = name[name.index(after: dot)...].prefix { $0 != "@" }.lowercased().filter { $0 != "-" }
        return set != "utf8"
    }
}
