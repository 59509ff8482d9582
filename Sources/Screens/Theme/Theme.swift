import CellArt
import TerminalUI

/// The text styles of the interface, by role.
///
/// Selection and emphasis never rely on color alone: they also use bold or reverse video.
public struct Theme: Hashable, Sendable {
    /// The foreground and background that replace the terminal's default colors.
    public let ground: Style
    public let text: Style
    public let title: Style
    /// Secondary text: counts, addresses, hints.
    public let quiet: Style
    /// Emphasis: headings, keys, the frame around the selection.
    public let accent: Style
    public let selected: Style
    public let failure: Style
    /// The color that dimmed pictures recede into: the background, or black or white if it isn't known.
    let dimmed: Color
    /// Whether a screen reader or braille display is in use: lines of text without pictures or ornament, with the
    /// cursor on the selection.
    public let isForReaders: Bool

    /// A theme without colors.
    static let mono = Theme(colors: [:])

    /// - Parameter colors: Missing roles use the terminal's own colors.
    init(colors: [ThemeColor: Color], dimmed: Color = .rgb(0, 0, 0), isForReaders: Bool = false) {
        self.dimmed = dimmed
        self.isForReaders = isForReaders
        func color(_ color: ThemeColor) -> Color { colors[color] ?? .terminal }
        ground = Style(foreground: color(.text), background: color(.background))
        text = .plain
        title = Style(attributes: .bold)
        quiet = Style(foreground: color(.quiet))
        accent = Style(foreground: color(.accent), attributes: .bold)
        selected = Style(
            foreground: color(.accent), background: Self.labelText(on: color(.accent)), attributes: [.bold, .reverse])
        failure = Style(foreground: color(.failure), attributes: .bold)
    }

    /// The color of a text in reverse video on this color. Black or white, because QTerminal brightens a bold text in the
    /// terminal's own background.
    static func labelText(on color: Color) -> Color {
        let isLight = Brightness(of: color) == .light
        return switch color {
        case .rgb: isLight ? .rgb(0, 0, 0) : .rgb(255, 255, 255)
        case .palette(16...): .palette(isLight ? 16 : 231)
        // Themes of terminals change the others.
        case .palette, .terminal: .terminal
        }
    }

    /// The sign in front of errors.
    var failureSign: String { isForReaders ? "" : "\u{00D7} " }
}

/// The color roles of a theme.
public enum ThemeColor: String, CaseIterable, Sendable {
    case background, text
    /// Secondary text.
    case quiet
    /// Emphasis.
    case accent
    case failure

    /// Returns the dark or light theme's default colors for a color depth; missing roles use the text color.
    ///
    /// Text has a contrast ratio of at least 4.5 with its background.
    /// - Parameter brightness: if nil, colors for a background that may be black or white.
    static func defaults(
        _ brightness: Brightness?, _ depth: ColorDepth
    ) -> [ThemeColor: Color] {
        switch (depth, brightness) {
        case (.none, _), (.eight, nil), (.sixteen, nil): [:]
        case (.palette256, nil): [.quiet: .palette(243), .accent: .palette(63), .failure: .palette(131)]
        case (.trueColor, nil):
            [
                .quiet: .rgb(0x7B, 0x74, 0x6A), .accent: .rgb(0xAA, 0x64, 0x0F), .failure: .rgb(0xD9, 0x37, 0x2A),
            ]
        case (.eight, .dark):
            // Red and magenta have too little contrast on black.
            [.background: .palette(0), .text: .palette(7), .accent: .palette(6), .failure: .palette(3)]
        case (.eight, .light):
            [.background: .palette(7), .text: .palette(0), .accent: .palette(4), .failure: .palette(1)]
        case (.sixteen, .dark):
            [.background: .palette(0), .text: .palette(7), .accent: .palette(6), .failure: .palette(9)]
        case (.sixteen, .light):
            [.background: .palette(15), .text: .palette(0), .accent: .palette(4), .failure: .palette(1)]
        case (.palette256, .dark):
            [
                .background: .palette(233), .text: .palette(254), .quiet: .palette(248), .accent: .palette(215),
                .failure: .palette(210),
            ]
        case (.palette256, .light):
            [
                .background: .palette(231), .text: .palette(235), .quiet: .palette(240), .accent: .palette(94),
                .failure: .palette(124),
            ]
        case (.trueColor, .dark):
            [
                .background: .rgb(0x16, 0x14, 0x12), .text: .rgb(0xE8, 0xE4, 0xDC), .quiet: .rgb(0xA8, 0xA2, 0x9A),
                .accent: .rgb(0xF2, 0xB6, 0x6D), .failure: .rgb(0xF4, 0x8C, 0x84),
            ]
        case (.trueColor, .light):
            [
                .background: .rgb(0xFA, 0xF7, 0xF2), .text: .rgb(0x2B, 0x28, 0x22), .quiet: .rgb(0x5A, 0x56, 0x50),
                .accent: .rgb(0x8A, 0x50, 0x10), .failure: .rgb(0xA8, 0x20, 0x20),
            ]
        }
    }
}

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
        var chosen = ThemeColor.defaults(appearance.brightness, appearance.colors)
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

extension Surface {
    /// Draws a rule across the surface or some of its columns; screen readers get none.
    mutating func drawRule(row: Int, columns: Range<Int>? = nil, theme: Theme) {
        guard !theme.isForReaders else { return }
        let columns = columns ?? 0..<size.columns
        write(
            String(repeating: "\u{2500}", count: columns.count), column: columns.lowerBound, row: row,
            style: theme.quiet)
    }
}
