import CellArt
import TerminalUI

/// The environment of all screens: the size and appearance of the terminal, the theme, the user's keys and the notices.
@MainActor
struct ScreenContext {
    let themes: ThemeSettings
    let keys: KeyOverrides
    let notices: Notices
    let pictures: PictureSettings
    private(set) var size = Size(columns: 80, rows: 24)
    private(set) var appearance = TerminalAppearance(colors: .none, repertoire: .unicode)
    private(set) var theme = Theme.mono

    init(themes: ThemeSettings, keys: KeyOverrides, notices: Notices, pictures: PictureSettings) {
        self.themes = themes
        self.keys = keys
        self.notices = notices
        self.pictures = pictures
    }

    /// Whether text replaces pictures, for users of a screen reader or braille display.
    var isForReaders: Bool { themes.isForReaders }

    /// The style in which photos are converted to cells.
    var style: ArtStyle { pictures.style(on: appearance) }

    mutating func layOut(size: Size, appearance: TerminalAppearance) {
        self.size = size
        self.appearance = appearance
        theme = themes.theme(on: appearance)
    }

    /// - Parameter failure: A failure that the screen shows elsewhere, so that a notice doesn't repeat it.
    func bottomLine(_ hints: [Hint], below failure: String? = nil) -> BottomLine {
        var notices = notices.state
        if let failure, notices.current?.text == UserFacingText.partlyFailed(failure) { notices.current = nil }
        return BottomLine(
            notices: notices, hints: hints, theme: theme, size: size, repertoire: appearance.repertoire)
    }
}

/// A screen that draws with the shared context.
@MainActor
protocol ContextScreen: Screen {
    var context: ScreenContext { get }
}

extension ContextScreen {
    var size: Size { context.size }
    var appearance: TerminalAppearance { context.appearance }
    var theme: Theme { context.theme }
}

/// A screen with a bottom line. Its notices count as seen once they are on the terminal.
@MainActor
protocol NoticeScreen: ContextScreen {}

extension NoticeScreen {
    func didPresent() {
        context.notices.didPresent()
    }
}
