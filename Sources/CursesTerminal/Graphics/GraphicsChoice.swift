import CellArt
import TerminalUI

/// How pictures are shown. The raw value is the name that users type.
public enum GraphicsChoice: String, Sendable, CaseIterable {
    /// By pixels on terminals that are known to show them, otherwise by characters.
    case auto
    /// By pixels with kitty's graphics protocol, also on other terminals.
    case kitty
    /// By pixels with iTerm2's protocol for inline images, also on other terminals.
    case iterm2
    /// By pixels with Sixel, also on other terminals.
    case sixel
    /// By characters.
    case none

    private var graphics: GraphicsProtocol? { GraphicsProtocol(rawValue: rawValue) }

    /// Decides how pictures are shown on a terminal, from what it has answered so far.
    func support(on terminal: AnsweredTerminal, _ appearance: TerminalAppearance) -> GraphicsSupport {
        guard self != .none else { return .characters(.chosen) }
        guard appearance.repertoire == .unicode else { return .characters(.ascii) }
        switch graphics {
        case .iterm2, .sixel:
            guard appearance.colors != .none else { return .characters(.fewColors) }
            if let multiplexer = terminal.multiplexer { return .characters(.multiplexer(multiplexer)) }
        case .kitty, nil:
            // The color of a placeholder, in true color or of a palette of 256, is the ID of its image.
            guard appearance.colors >= .palette256 else { return .characters(.fewColors) }
        }
        if let multiplexer = terminal.multiplexer {
            // The terminal around tmux answers if tmux passes queries on to it.
            guard multiplexer == .tmux, terminal.program != nil else { return .characters(.multiplexer(multiplexer)) }
        }
        if let graphics {
            // The terminal scales pictures to their cells, so a guess is enough; Sixel has no scale.
            if graphics == .sixel, terminal.cell == nil { return .characters(.unknownCellSize) }
            return .pixels(graphics, terminal.cell ?? CellSize(width: 10, height: 20), .chosen)
        }
        guard let program = terminal.program else { return .characters(.unknownProgram) }
        guard let known = program.graphics else { return .characters(.unsupported(program)) }
        guard let cell = terminal.cell else { return .characters(.unknownCellSize) }
        return .pixels(known, cell, .program(program))
    }
}

/// A protocol by which terminals show pixels. The raw value is the name that users type.
public enum GraphicsProtocol: String, Sendable {
    /// kitty's graphics protocol, with placeholder cells.
    case kitty
    /// iTerm2's protocol for inline images.
    case iterm2
    case sixel
}

/// How pictures are shown on a terminal, and why.
public enum GraphicsSupport: Hashable, Sendable {
    /// By pixels, with the size of a cell.
    case pixels(GraphicsProtocol, CellSize, PixelReason)
    case characters(CharacterReason)

    public enum PixelReason: Hashable, Sendable {
        /// The user has chosen the protocol.
        case chosen
        /// The program that has answered is known to have the protocol.
        case program(TerminalProgram)
    }

    public enum CharacterReason: Hashable, Sendable {
        /// The user has chosen characters.
        case chosen
        /// The terminal or the user allows ASCII only.
        case ascii
        /// There are fewer than 16 million colors.
        case fewColors
        /// The multiplexer passes no pixels on; tmux does with `allow-passthrough`.
        case multiplexer(Multiplexer)
        /// The terminal hasn't answered which program it is.
        case unknownProgram
        /// The program isn't known to show pixels.
        case unsupported(TerminalProgram)
        /// The terminal doesn't report the size of a cell in pixels.
        case unknownCellSize
    }

    /// The size of a cell in pixels; nil if pictures are shown by characters.
    var cell: CellSize? {
        if case .pixels(_, let cell, _) = self { cell } else { nil }
    }
}

/// What a terminal has answered about itself; the environment may describe another one.
struct AnsweredTerminal {
    var program: TerminalProgram?
    /// The size of a cell in pixels.
    var cell: CellSize?
    /// The multiplexer between this program and the terminal.
    var multiplexer: Multiplexer?
}

extension TerminalProgram {
    /// The protocol by which the program is known to show pixels. No query answers whether it has placeholder cells.
    var graphics: GraphicsProtocol? {
        switch name {
        // The environment doesn't name its version.
        case "kitty": version.isEmpty || isAtLeast(0, 28) ? .kitty : nil
        case "ghostty": .kitty
        default: nil
        }
    }
}
