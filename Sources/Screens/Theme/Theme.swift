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
        selected = Style(foreground: color(.accent), attributes: [.bold, .reverse])
        failure = Style(foreground: color(.failure), attributes: .bold)
    }

    /// The sign in front of errors.
    var failureSign: String { isForReaders ? "" : "\u{00D7} " }
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
