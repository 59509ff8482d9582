import CellArt
import TerminalUI

/// How pictures are shown. The raw value is the name that users type.
public enum GraphicsChoice: String, Sendable, CaseIterable {
    /// By pixels on terminals that are known or report to show them, otherwise by characters.
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

    /// Whether a terminal that reports Sixel may get it.
    var allowsSixel: Bool { self == .auto || self == .sixel }

    /// Decides how pictures are shown on a terminal, from its answers so far.
    func support(on terminal: AnsweredTerminal, _ appearance: TerminalAppearance) -> GraphicsSupport {
        guard self != .none else { return .characters(.chosen) }
        guard appearance.repertoire == .unicode else { return .characters(.ascii) }
        guard let graphics else { return terminal.support(with: appearance.colors) }
        guard graphics.works(with: appearance.colors) else { return .characters(.fewColors) }
        if let multiplexer = terminal.multiplexer, !terminal.mayPassOn(graphics) {
            return .characters(.multiplexer(multiplexer))
        }
        // The terminal scales pictures to their cells, so a guess is enough; Sixel has no scale.
        if graphics == .sixel, terminal.cell == nil { return .characters(.unknownCellSize) }
        return .pixels(graphics, terminal.cell ?? CellSize(width: 10, height: 20), .chosen)
    }
}

/// A protocol by which terminals show pixels. The raw value is the name that users type.
public enum GraphicsProtocol: String, Sendable {
    /// kitty's graphics protocol, with placeholder cells.
    case kitty
    /// iTerm2's protocol for inline images.
    case iterm2
    case sixel

    /// Returns whether a terminal with this color depth can show pixels. The color of a placeholder, in true color or of
    /// a palette of 256, is the ID of its image.
    func works(with colors: ColorDepth) -> Bool {
        switch self {
        case .kitty: colors >= .palette256
        case .iterm2, .sixel: colors != .none
        }
    }
}

/// How pictures are shown on a terminal, and why.
public enum GraphicsSupport: Hashable, Sendable {
    /// By pixels, with the size of a cell.
    case pixels(GraphicsProtocol, CellSize, PixelReason)
    case characters(CharacterReason)

    public enum PixelReason: Hashable, Sendable {
        /// The user has chosen the protocol.
        case chosen
        /// The program is known to have the protocol.
        case program(TerminalProgram)
        /// The program has placeholder cells, too, but JPEG takes fewer bytes on a slow connection.
        case slowConnection(TerminalProgram)
        /// The terminal or multiplexer reports Sixel among its attributes.
        case reported(by: TerminalProgram?)
    }

    public enum CharacterReason: Hashable, Sendable {
        /// The user has chosen characters.
        case chosen
        /// The terminal or the user allows ASCII only.
        case ascii
        /// There are too few colors.
        case fewColors
        /// The multiplexer passes no pixels on; tmux does with `allow-passthrough`.
        case multiplexer(Multiplexer)
        /// The program around tmux has no protocol that works through tmux.
        case throughTmux(TerminalProgram)
        /// The terminal hasn't reported which program it is.
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

/// The answers of a terminal about itself, and the hints in its environment.
struct AnsweredTerminal {
    /// The name and version that the terminal has answered; inside tmux, those of the terminal around it.
    var program: TerminalProgram?
    /// The program that the environment names. It may be another one, from which this terminal was started.
    var environmentProgram: TerminalProgram?
    /// Whether the terminal has answered the last query, so that a missing name won't follow.
    var hasAnsweredLast = false
    /// Whether the terminal, or the multiplexer, reports Sixel.
    var hasSixel = false
    /// The terminal around tmux as tmux names it. Queries may not reach that terminal.
    var programAroundTmux: TerminalProgram?
    /// Whether the terminal around tmux has Sixel.
    var hasSixelAroundTmux = false
    /// The size of a cell in pixels.
    var cell: CellSize?
    /// Whether the connection is too slow for placeholder cells.
    var isSlow = false
    /// The multiplexer between this program and the terminal.
    var multiplexer: Multiplexer?

    /// Returns whether a protocol that the user has chosen may reach the terminal.
    fileprivate func mayPassOn(_ graphics: GraphicsProtocol) -> Bool {
        switch (multiplexer, graphics) {
        case (nil, _): true
        // The terminal around tmux answers if tmux passes queries on to it.
        case (.tmux, .kitty): program != nil
        case (.tmux, .sixel), (.zellij, .sixel): hasSixel
        default: false
        }
    }

    /// Returns how pictures are shown by default.
    fileprivate func support(with colors: ColorDepth) -> GraphicsSupport {
        switch multiplexer {
        case nil:
            guard let program = knownProgram else {
                return hasSixel ? pixels(.sixel, .reported(by: nil), colors) : .characters(.unknownProgram)
            }
            if let known = program.graphics(reportsSixel: hasSixel), program == self.program || known != .kitty {
                if known == .kitty, isSlow, program.traits.prefersInlineImagesWhenSlow {
                    return pixels(.iterm2, .slowConnection(program), colors)
                }
                return pixels(known, .program(program), colors)
            }
            guard hasSixel, program.pixelObstacle != .leavesPixels else { return .characters(.unsupported(program)) }
            return pixels(.sixel, .reported(by: program), colors)
        case .tmux:
            if let program, program.hasPlaceholderCells {
                return pixels(.kitty, .program(program), colors)
            }
            // tmux reports Sixel whatever the terminal around it has, and writes a text in place of pictures.
            if hasSixel, hasSixelAroundTmux { return pixels(.sixel, .reported(by: nil), colors) }
            // A setting of tmux would only help a terminal with placeholder cells.
            let other = program ?? programAroundTmux.flatMap { $0.hasPlaceholderCells ? nil : $0 }
            return .characters(other.map { .throughTmux($0) } ?? .multiplexer(.tmux))
        case .zellij:
            return hasSixel ? pixels(.sixel, .reported(by: nil), colors) : .characters(.multiplexer(.zellij))
        case .screen: return .characters(.multiplexer(.screen))
        }
    }

    private func pixels(
        _ graphics: GraphicsProtocol, _ reason: GraphicsSupport.PixelReason, _ colors: ColorDepth
    ) -> GraphicsSupport {
        guard graphics.works(with: colors) else { return .characters(.fewColors) }
        return cell.map { .pixels(graphics, $0, reason) } ?? .characters(.unknownCellSize)
    }

    /// The program by its answer, or by the environment of a terminal that answers, but not which program it is.
    private var knownProgram: TerminalProgram? { program ?? (hasAnsweredLast ? environmentProgram : nil) }
}
