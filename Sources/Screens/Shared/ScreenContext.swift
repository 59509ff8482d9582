import Albums
import CellArt
import TerminalUI

/// The environment of all screens: the size and appearance of the terminal, the theme, the user's keys and the notices.
@MainActor
struct ScreenContext {
    let themes: ThemeSettings
    let keys: KeyOverrides
    let notices: Notices
    let pictures: PictureSettings
    /// Whether the run picks photos for another program.
    let isPicking: Bool
    /// The names of color labels.
    let labels: LabelNames
    let programKeys: KeyMap<ProgramCommand>
    let photoKeys: KeyMap<PhotoCommand>
    private(set) var size = Size(columns: 80, rows: 24)
    private(set) var appearance = TerminalAppearance(colors: .none, repertoire: .unicode)
    private(set) var theme = Theme.mono

    init(
        themes: ThemeSettings, keys: KeyOverrides, notices: Notices, pictures: PictureSettings, isPicking: Bool = false,
        labels: LabelNames = .default
    ) {
        self.themes = themes
        self.keys = keys
        self.notices = notices
        self.pictures = pictures
        self.isPicking = isPicking
        self.labels = labels
        programKeys = KeyMap.program.with(keys)
        photoKeys = KeyMap.all(keys, isPicking: isPicking)
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

    /// Draws pictures with finer elements, or coarser ones for a negative step, or explains that there are none.
    func changeSymbols(by step: Int, andThen arrange: () -> Void) {
        let before = pictures.elements(on: appearance)
        let elements = pictures.step(by: step, on: appearance)
        guard elements != before else {
            return notices.explain(elements == .pixels ? .finestPixels : step > 0 ? .finestSymbols : .coarsestSymbols)
        }
        notices.post(.info(elements.notice), about: .symbols)
        arrange()
    }

    var helpHints: [Hint] { programKeys.hints(of: [.help]) }

    /// The hint at the key that picks photos; empty in other runs.
    var pickHints: [Hint] { photoKeys.hints(of: [.pick]) }
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
