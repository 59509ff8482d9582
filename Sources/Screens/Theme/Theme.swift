import TerminalUI

/// The looks of the interface, one for each role.
///
/// Selection and emphasis never rest on color alone: they are bold or reversed as well.
public struct Theme: Hashable, Sendable {
    /// The colors that take the place of the terminal's own; those themselves where they stay.
    public let ground: Style
    public let text: Style
    public let title: Style
    /// What matters less: counts, addresses, hints.
    public let quiet: Style
    /// What leads the eye: headings, keys, the frame around what is selected.
    public let accent: Style
    public let selected: Style
    public let failure: Style
    /// Whether the screen is read out or felt: text in lines, without pictures and ornament, with the cursor on what is
    /// selected.
    public let isForReaders: Bool

    /// Without any color.
    static let mono = Theme(colors: [:])

    /// - Parameter colors: those that are left out are the terminal's own.
    init(colors: [ThemeColor: Color], isForReaders: Bool = false) {
        self.isForReaders = isForReaders
        func color(_ color: ThemeColor) -> Color { colors[color] ?? .terminal }
        ground = Style(foreground: color(.text), background: color(.background))
        text = .plain
        title = Style(attributes: .bold)
        quiet = Style(foreground: color(.quiet))
        accent = Style(foreground: color(.accent), attributes: .bold)
        selected = Style(foreground: color(.accent), attributes: [.bold, .reverse])
        failure = Style(foreground: color(.failure), attributes: .bold)
    }

    /// Stands before what has failed.
    var failureSign: String { isForReaders ? "" : "\u{00D7} " }
}
