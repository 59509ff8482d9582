import TerminalUI

/// The theme that a person chose, and their own colors in it.
public struct ThemeSettings: Hashable, Sendable {
    public var choice: ThemeChoice
    public var colors: [ThemeColor: Color]
    public var isForReaders: Bool

    /// - Parameters:
    ///   - colors: in place of those of the theme; used where the terminal has colors.
    ///   - isForReaders: whether screens are text in lines, for screen readers and braille.
    public init(choice: ThemeChoice = .auto, colors: [ThemeColor: Color] = [:], isForReaders: Bool = false) {
        self.isForReaders = isForReaders
        self.choice = choice
        self.colors = colors
    }

    /// What screens and pictures are drawn for: the theme takes the place of the terminal's own colors.
    public func appearance(on terminal: TerminalAppearance) -> TerminalAppearance {
        var appearance = terminal
        if choice == .mono { appearance.colors = .none }
        if let background = ownBackground(on: appearance) {
            // A number of the palette is not told by any terminal either.
            appearance.background = background.isRGB ? background : nil
            appearance.brightness = Brightness(of: background)
        }
        return appearance
    }

    /// The looks on a terminal.
    public func theme(on terminal: TerminalAppearance) -> Theme {
        let appearance = appearance(on: terminal)
        guard appearance.colors != .none else { return Theme(colors: [:], isForReaders: isForReaders) }
        let background = ownBackground(on: appearance)
        var chosen = ThemeColor.standard(appearance.brightness ?? .dark, appearance.colors)
        if background == nil {
            chosen[.background] = nil
            chosen[.text] = nil
            if let told = appearance.background { chosen = chosen.filter { Self.isReadable($0.value, on: told) } }
        }
        return Theme(colors: chosen.merging(colors) { $1 }, isForReaders: isForReaders)
    }

    /// The least contrast of text that all can read (WCAG 2.2, success criterion 1.4.3).
    private static let leastContrast = 4.5

    private static func isReadable(_ color: Color, on background: Color) -> Bool {
        color.contrast(to: background).map { $0 >= leastContrast } ?? true
    }

    /// What takes the place of the terminal's background; nil where that stays.
    private func ownBackground(on appearance: TerminalAppearance) -> Color? {
        guard appearance.colors != .none else { return nil }
        return colors[.background]
            ?? chosenBrightness.flatMap {
                ThemeColor.standard($0, appearance.colors)[.background]
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
