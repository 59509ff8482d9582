import TerminalUI

/// The looks of the interface, one for each role, for what the terminal can show.
///
/// Selection and emphasis never rest on color alone: they are bold or reversed as well.
public struct Theme: Hashable, Sendable {
    public let text: Style
    public let title: Style
    /// What matters less: counts, addresses, hints.
    public let quiet: Style
    /// What leads the eye: headings, keys, the frame around what is selected.
    public let accent: Style
    public let selected: Style
    public let failure: Style

    public init(for appearance: TerminalAppearance) {
        let colors = Palette(for: appearance)
        text = .plain
        title = Style(foreground: .terminal, attributes: .bold)
        quiet = Style(foreground: colors.quiet)
        accent = Style(foreground: colors.accent, attributes: .bold)
        selected = Style(foreground: colors.accent, attributes: [.bold, .reverse])
        failure = Style(foreground: colors.failure, attributes: .bold)
    }
}

/// The three colors of the interface, each at least 4.5 to 1 against a black or a white background.
private struct Palette {
    var quiet: Color
    var accent: Color
    var failure: Color

    init(for appearance: TerminalAppearance) {
        switch appearance.colors {
        case .none:
            self.init(quiet: .terminal, accent: .terminal, failure: .terminal)
        case .eight, .sixteen:
            self.init(quiet: .terminal, accent: .palette(6), failure: .palette(1))
        case .palette256:
            if appearance.isLight {
                self.init(quiet: .palette(240), accent: .palette(94), failure: .palette(124))
            } else {
                self.init(quiet: .palette(248), accent: .palette(215), failure: .palette(210))
            }
        case .trueColor:
            if appearance.isLight {
                self.init(
                    quiet: .rgb(0x5A, 0x56, 0x50), accent: .rgb(0x8A, 0x50, 0x10), failure: .rgb(0xA8, 0x20, 0x20))
            } else {
                self.init(
                    quiet: .rgb(0xA8, 0xA2, 0x9A), accent: .rgb(0xF2, 0xB6, 0x6D), failure: .rgb(0xF4, 0x8C, 0x84))
            }
        }
    }

    private init(quiet: Color, accent: Color, failure: Color) {
        self.quiet = quiet
        self.accent = accent
        self.failure = failure
    }
}

extension TerminalAppearance {
    /// Whether the background is known to be light; an unknown one counts as dark.
    var isLight: Bool {
        guard case .rgb(let red, let green, let blue) = background else { return false }
        return 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 128_000
    }
}
