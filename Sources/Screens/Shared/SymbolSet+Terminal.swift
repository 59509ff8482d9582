import CellArt
import Localization
import TerminalUI

extension SymbolSet {
    /// Returns the best-looking set for a terminal: the richest one that the terminal draws without a font, if the C
    /// library knows the width of its characters. Without colors that is braille, which has the highest resolution and
    /// is in every Unicode font.
    public static func best(on appearance: TerminalAppearance) -> SymbolSet {
        guard appearance.repertoire == .unicode else { return .ascii }
        guard appearance.colors != .none else {
            // The Linux console has room for 512 characters.
            return appearance.program?.name != "linux" && braille.canBePlaced ? .braille : .ascii
        }
        let drawn = appearance.program.map(drawn) ?? .half
        // C libraries before glibc 2.41 cannot place octants.
        let richest: [SymbolSet] = [.octant, .wedge, .sextant]
        let usable = richest.contains(drawn) ? Array(richest.drop { $0 != drawn }) : [drawn]
        return usable.first(where: \.canBePlaced) ?? .half
    }

    /// Whether every character is one column wide in the current locale.
    public var canBePlaced: Bool {
        characters.allSatisfy(\.hasOneColumn)
    }

    /// The richest set that a terminal is known to draw without a font. Fonts may lack characters or leave gaps.
    private static func drawn(by program: TerminalProgram) -> SymbolSet {
        switch program.name {
        // kitty/fonts/box_drawing: rewritten with octants and all of Symbols for Legacy Computing in 0.40.
        case "kitty": program.isAtLeast(0, 40) ? .octant : program.isAtLeast(0, 20) ? .sextant : .quadrant
        // ghostty src/font/sprite: U+1FB00 to U+1FB6F from the first release on, octants since 1.2.
        case "ghostty": program.isAtLeast(1, 2) ? .octant : .wedge
        // foot box-drawing.c: sextants and wedges since 1.8, octants since 1.20.
        case "foot": program.isAtLeast(1, 20) ? .octant : program.isAtLeast(1, 8) ? .wedge : .quadrant
        // VTE minifont.cc: Symbols for Legacy Computing since 0.62, octants since 0.78; 7200 stands for 0.72.0.
        case "vte": program.isAtLeast(7800) ? .octant : program.isAtLeast(6200) ? .wedge : .quadrant
        // WezTerm customglyph.rs: sextants since 20220101.
        case "wezterm": program.isAtLeast(20_220_101) ? .sextant : .quadrant
        // contour: sextants in its box drawing.
        case "contour": .sextant
        // Alacritty builtin_font.rs: sextants since 0.13.1 (pull request 7534), no slanted ones (issue 7422).
        case "alacritty": program.isAtLeast(0, 13, 1) ? .sextant : .quadrant
        case "konsole", "windows terminal", "iterm.app", "iterm2", "rio", "mintty": .quadrant
        // xterm and others use the font's glyphs; a multiplexer doesn't reveal the outer terminal.
        default: .half
        }
    }
}

extension PictureSettings.Elements {
    /// The notice that is shown when the elements change.
    var notice: String {
        switch self {
        case .pixels: localized("Drawing with pixels")
        case .symbols(let symbols): symbols.notice
        }
    }
}

extension SymbolSet {
    fileprivate var notice: String {
        switch self {
        case .ascii: localized("Drawing with ASCII characters")
        case .half: localized("Drawing with half blocks")
        case .quadrant: localized("Drawing with quadrants")
        case .sextant: localized("Drawing with sextants")
        case .wedge: localized("Drawing with wedges")
        case .octant: localized("Drawing with octants")
        case .braille: localized("Drawing with braille")
        }
    }
}
