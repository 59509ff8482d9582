import CellArt
import TerminalUI

/// The theme chosen by the user, with custom colors.
public struct ThemeSettings: Hashable, Sendable {
    public var choice: ThemeChoice
    public var colors: [ThemeColor: Color]
    public var isForReaders: Bool

    /// - Parameter colors: Custom colors, which override the theme's where the terminal has colors.
    public init(choice: ThemeChoice = .auto, colors: [ThemeColor: Color] = [:], isForReaders: Bool = false) {
        self.isForReaders = isForReaders
        self.choice = choice
        self.colors = colors
    }

    /// The terminal's appearance with the theme's colors applied, for drawing screens and pictures.
    public func appearance(on terminal: TerminalAppearance) -> TerminalAppearance {
        var appearance = terminal
        if choice == .mono { appearance.colors = .none }
        if let background = ownBackground(on: appearance) {
            // The RGB value of a palette color is unknown.
            appearance.background = background.isRGB ? background : nil
            appearance.brightness = Brightness(of: background)
        } else if appearance.colors == .none, appearance.background == nil, let chosenBrightness {
            // Without colors, the theme's only effect is on pictures: whether a printed dot is light or dark.
            appearance.background = chosenBrightness == .light ? .rgb(255, 255, 255) : .rgb(0, 0, 0)
            appearance.brightness = chosenBrightness
        }
        return appearance
    }

    /// Returns the theme for a terminal.
    public func theme(on terminal: TerminalAppearance) -> Theme {
        let appearance = appearance(on: terminal)
        guard appearance.colors != .none else { return Theme(colors: [:], isForReaders: isForReaders) }
        let background = ownBackground(on: appearance)
        var chosen = ThemeColor.defaults(appearance.brightness ?? .dark, appearance.colors)
        if background == nil {
            chosen[.background] = nil
            chosen[.text] = nil
            if let reported = appearance.background {
                chosen = chosen.filter { Self.isReadable($0.value, on: reported) }
            }
        }
        let dimmed = appearance.background ?? (appearance.brightness == .light ? .rgb(255, 255, 255) : .rgb(0, 0, 0))
        return Theme(colors: chosen.merging(colors) { $1 }, dimmed: dimmed, isForReaders: isForReaders)
    }

    /// The minimum contrast ratio of readable text (WCAG 2.2, success criterion 1.4.3).
    private static let minContrast = 4.5

    private static func isReadable(_ color: Color, on background: Color) -> Bool {
        color.contrast(to: background).map { $0 >= minContrast } ?? true
    }

    /// The background that replaces the terminal's; nil if the terminal's stays.
    private func ownBackground(on appearance: TerminalAppearance) -> Color? {
        guard appearance.colors != .none else { return nil }
        return colors[.background]
            ?? chosenBrightness.flatMap {
                ThemeColor.defaults($0, appearance.colors)[.background]
            }
    }

    private var chosenBrightness: Brightness? {
        switch choice {
        case .auto, .mono: nil
        case .dark: .dark
        case .light: .light
        }
    }
}

extension Color {
    fileprivate var isRGB: Bool {
        if case .rgb = self { true } else { false }
    }
}

/// The available themes.
public enum ThemeChoice: String, CaseIterable, Sendable {
    /// Dark or light depending on the terminal's background, which is kept.
    case auto
    /// Themes with their own background.
    case dark, light
    /// No colors at all, not even in pictures.
    case mono
}
