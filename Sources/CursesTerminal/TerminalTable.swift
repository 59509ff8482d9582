import CellArt
import TerminalUI

/// The abilities of a terminal program that it doesn't report itself.
struct TerminalTraits: Equatable {
    /// The minimum color depth of all current versions; nil if unknown.
    var colors: ColorDepth?
    /// The maximum color depth of any version, even if it accepts more colors; nil if unknown.
    var maxColors: ColorDepth?
    /// The protocol by which this version is known to show pixels. No query reveals support for placeholder cells or
    /// iTerm2's inline images.
    var pixels: GraphicsProtocol?
    /// Whether one setting turns on both pixels and the report of Sixel.
    var reportsSixelWithPixels = false
    /// Whether it shows inline images besides placeholder cells. They take fewer bytes.
    var prefersInlineImagesWhenSlow = false
    /// Why it shows no pixels, though another version or setting might.
    var pixelObstacle: TerminalProgram.PixelObstacle?
    /// Whether overwritten pixels reappear after another window has covered the terminal.
    var restoresOldPixels = false
    /// Whether it prints the text of unknown device control strings (DCS).
    var printsControlStrings = false

    /// Clamps a depth to the range that the program can have.
    func bounded(_ depth: ColorDepth) -> ColorDepth {
        min(max(depth, colors ?? depth), maxColors ?? .trueColor)
    }
}

/// The table of terminal programs.
extension TerminalProgram {
    /// By the names in answers to XTVERSION and in the environment.
    var traits: TerminalTraits {
        switch name {
        // The environment doesn't name its version.
        case "kitty":
            TerminalTraits(
                colors: .trueColor, pixels: version.isEmpty || isAtLeast(0, 28) ? .kitty : nil,
                pixelObstacle: .version("0.28"))
        case "ghostty": TerminalTraits(colors: .trueColor, pixels: .kitty)
        case "iterm2", "iterm.app":
            TerminalTraits(
                colors: .trueColor, pixels: isAtLeast(3, 7) ? .kitty : .iterm2, prefersInlineImagesWhenSlow: true)
        // Rio has placeholder cells, but 0.5 finds no placement with an ID for them.
        case "wezterm", "mintty", "warp", "warpterminal", "rio": TerminalTraits(colors: .trueColor, pixels: .iterm2)
        case "vscode", "xterm.js", "tabby":
            TerminalTraits(
                colors: .trueColor, pixels: .iterm2, reportsSixelWithPixels: true, pixelObstacle: .setting)
        case "windows terminal": TerminalTraits(colors: .trueColor, pixelObstacle: .version("1.22"))
        case "konsole": TerminalTraits(colors: .trueColor, pixelObstacle: .leavesPixels)
        case "foot", "alacritty", "vte", "contour", "st": TerminalTraits(colors: .trueColor)
        case "qterminal": TerminalTraits(colors: .trueColor, printsControlStrings: true)
        // It answers whether it has true color. The `xterm` entry that most systems select has eight colors.
        case "xterm":
            TerminalTraits(colors: .palette256, pixelObstacle: .option("-ti vt340"), restoresOldPixels: true)
        // True color since macOS 26, with COLORTERM.
        case "apple_terminal": TerminalTraits(colors: .palette256, printsControlStrings: true)
        // True color since 0.71, but PuTTY doesn't report it.
        case "putty": TerminalTraits(colors: .palette256)
        case "mlterm": TerminalTraits(colors: .palette256, maxColors: .palette256)
        // Some builds have 88.
        case "rxvt-unicode": TerminalTraits(maxColors: .palette256)
        // These show the nearest colors that the terminal around them has.
        case "tmux": TerminalTraits(colors: .palette256)
        case "screen": TerminalTraits(colors: .palette256, maxColors: .palette256, printsControlStrings: true)
        default: TerminalTraits()
        }
    }

    /// Recognizes a program by its device attributes, because not all answer XTVERSION.
    /// - Parameters:
    ///   - attributes: the numbers of the answer to DA2: mostly a model, a version and an option.
    ///   - unit: the hexadecimal digits of the answer to DA3; nil if there is none.
    init?(attributes: [Int], unit: String?) {
        let (model, version, option) = (
            attributes.first ?? -1, attributes.dropFirst().first ?? -1, attributes.dropFirst(2).first ?? -1
        )
        switch (unit, model, version, option) {
        // "~VTE", "~KDE" and "FOOT". VTE's 7006 stands for 0.70.6, foot's 11301 for 1.13.1.
        case ("7E565445", _, _, _): self.init(name: "vte", version: version > 0 ? [version] : [])
        case ("7E4B4445", _, _, _), (_, 1, 115, _): self.init(name: "konsole")
        case ("464F4F54", _, 0..<1_000_000, _):
            self.init(name: "foot", version: [version / 10000, version / 100 % 100, version % 100])
        // Older versions of Konsole, too.
        case (_, 0, 115, _): self.init(name: "qterminal")
        case (_, 0, 10, 1): self.init(name: "windows terminal")
        // The version is that of its library, which other terminals use, too.
        case (_, 0, 100..., 1): self.init(name: "alacritty")
        case (_, 0, 136, 0): self.init(name: "putty")
        case (_, 0, 276, 0): self.init(name: "xterm.js")
        case (_, 1, 95, 0): self.init(name: "apple_terminal")
        case (_, 24, 279, _): self.init(name: "mlterm")
        case (_, 77, 10000..<1_000_000, _):
            self.init(name: "mintty", version: [version / 10000, version / 100 % 100, version % 100])
        case (_, 83, _, _): self.init(name: "screen")
        case (_, 84, _, _): self.init(name: "tmux")
        case (_, 85, _, _): self.init(name: "rxvt-unicode")
        default: return nil
        }
    }

    /// Recognizes a program by the value of TERM, such as `xterm-kitty` or `foot-extra`.
    init?(term: String) {
        let term = term.lowercased()
        let own = term.hasPrefix("xterm-") ? term.dropFirst(6) : term[...]
        let names = [
            "kitty", "ghostty", "foot", "alacritty", "wezterm", "konsole", "vte", "contour", "mintty", "rio", "st",
            "mlterm", "rxvt-unicode", "linux",
        ]
        guard let name = names.first(where: { own == $0 || own.hasPrefix("\($0)-") }) else { return nil }
        self.init(name: name)
    }

    /// Returns the protocol by which the program is known to show pixels.
    /// - Parameter reportsSixel: whether the terminal reports Sixel.
    func graphics(reportsSixel: Bool) -> GraphicsProtocol? {
        traits.reportsSixelWithPixels && !reportsSixel ? nil : traits.pixels
    }

    /// Whether the program is known to show pixels by kitty's protocol in placeholder cells.
    var hasPlaceholderCells: Bool { graphics(reportsSixel: false) == .kitty }

    /// Why a program shows no pixels.
    public enum PixelObstacle: Hashable, Sendable {
        /// Pixels need this version.
        case version(String)
        /// Pixels need an option at the start.
        case option(String)
        /// Images are turned off in the settings.
        case setting
        /// Pixels would stay after something else has been drawn over them.
        case leavesPixels
    }

    /// Nil if no version or setting of the program is known to show pixels.
    public var pixelObstacle: PixelObstacle? { traits.pixelObstacle }

    /// Whether no version of the program has more colors.
    public func hasAllColors(at depth: ColorDepth) -> Bool { traits.maxColors == depth }
}
