import TerminalUI

/// Graphics support of known terminal programs, by their names in answers to XTVERSION and in the environment.
extension TerminalProgram {
    /// Returns the protocol by which the program is known to show pixels. No query answers whether it has placeholder
    /// cells, or iTerm2's inline images.
    /// - Parameter reportsSixel: whether the terminal reports Sixel.
    func graphics(reportsSixel: Bool) -> GraphicsProtocol? {
        switch name {
        // The environment doesn't name its version.
        case "kitty": version.isEmpty || isAtLeast(0, 28) ? .kitty : nil
        case "ghostty": .kitty
        case "iterm2", "iterm.app": isAtLeast(3, 7) ? .kitty : .iterm2
        // Rio has placeholder cells, but 0.5 finds no placement with an ID for them.
        case "wezterm", "mintty", "warp", "warpterminal", "rio": .iterm2
        // A setting turns images on, and the report of Sixel with them.
        case "vscode", "xterm.js", "tabby": reportsSixel ? .iterm2 : nil
        default: nil
        }
    }

    /// Whether the program is known to show pixels by kitty's protocol in placeholder cells.
    var hasPlaceholderCells: Bool { graphics(reportsSixel: false) == .kitty }

    /// Whether the program shows inline images besides placeholder cells. They take fewer bytes.
    var prefersInlineImagesWhenSlow: Bool { ["iterm2", "iterm.app"].contains(name) }

    /// Whether text removes pixels by Sixel.
    var clearsSixel: Bool { name != "konsole" }

    /// Why the program shows no pixels, though another version or setting might.
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
    public var pixelObstacle: PixelObstacle? {
        switch name {
        case "kitty": .version("0.28")
        case "windows terminal": .version("1.22")
        case "xterm": .option("-ti vt340")
        case "vscode", "xterm.js", "tabby": .setting
        case "konsole": .leavesPixels
        default: nil
        }
    }
}
