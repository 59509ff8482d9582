import Albums
import Localization
import TerminalUI

/// The details of one photo as lines of text; the screen-reader replacement for the viewer.
@MainActor
final class PhotoPageScreen: LibraryScreen {
    var onNeedsDisplay: () -> Void = {}

    private let viewModel: PhotoPageViewModel
    private let favoritesStore: FavoritesStore
    private let themes: ThemeSettings
    private let keyMap: KeyMap<PhotoPageCommand>
    private let notices: Notices
    private let showHelp: ([HelpEntry]) -> Void
    private var size = Size(columns: 80, rows: 24)
    private var appearance = TerminalAppearance(colors: .none, repertoire: .unicode)
    private var theme = Theme.mono
    private var scroll: LineScroll
    private var lines: [String] = []

    init(
        viewModel: PhotoPageViewModel, favoritesStore: FavoritesStore, themes: ThemeSettings, keys: KeyOverrides,
        notices: Notices,
        showHelp: @escaping ([HelpEntry]) -> Void
    ) {
        self.viewModel = viewModel
        self.favoritesStore = favoritesStore
        self.themes = themes
        keyMap = KeyMap.photoPage.with(keys)
        scroll = LineScroll(keyMap: KeyMap.page.with(keys), hasCursor: true)
        self.notices = notices
        self.showHelp = showHelp
        viewModel.onStateChange = { [weak self] _ in self?.arrange() }
    }

    func appear() {
        viewModel.begin()
    }

    func libraryChanged() {
        viewModel.refresh()
    }

    func disappear() {
        viewModel.suspend()
    }

    func layOut(size: Size, appearance: TerminalAppearance) {
        self.size = size
        self.appearance = appearance
        theme = themes.theme(on: appearance)
        arrange()
    }

    func handle(_ event: InputEvent) {
        guard case .key(let key) = event else { return }
        if let command = keyMap.command(for: key) {
            run(command)
        } else if scroll.handle(key) {
            if let noEffect = scroll.noEffect { notices.explain(noEffect) }
            onNeedsDisplay()
        } else {
            notices.explain(.unusedKey(key.label, helpKey: keyMap.label(for: .help)))
        }
    }

    func handle(_ gesture: MouseGesture) {
        if scroll.handle(gesture) { onNeedsDisplay() }
    }

    private func run(_ command: PhotoPageCommand) {
        switch command {
        case .next: viewModel.go(by: 1)
        case .previous: viewModel.go(by: -1)
        case .share: viewModel.share(saving: false)
        case .save: viewModel.share(saving: true)
        case .favorite: viewModel.toggleFavorite()
        case .undo: viewModel.undoFavorite()
        case .retry: viewModel.retry()
        case .back: viewModel.goBack()
        case .help: showHelp(keyMap.helpEntries)
        }
    }

    func draw(on surface: inout Surface) {
        surface.write(heading, column: 0, row: 0, style: theme.title, width: size.columns)
        for (row, line) in lines[scroll.visible].enumerated() {
            surface.write(line, column: 0, row: 1 + row, style: theme.text, width: size.columns)
        }
        surface.cursor = Position(column: 0, row: 1 + scroll.current - scroll.visible.lowerBound)
        BottomLine(notices: notices, hints: keyMap.hints(), theme: theme).draw(on: &surface)
    }

    /// `Dune, 3/48, a favorite`.
    private var heading: String {
        let position = viewModel.state.position
        let isFavorite = position.photo.map(favoritesStore.contains) == true
        return UserFacingText.list(
            [position.photo?.title, position.text, isFavorite ? localized("a favorite") : nil].compactMap { $0 })
    }

    private func arrange() {
        let state = viewModel.state
        if let failure = state.failure {
            lines = retriable(failure, with: .retry)
        } else if let partialFailure = state.position.partialFailure {
            lines = retriable(partialFailure, with: .next)
        } else {
            lines = (state.details?.details ?? []).flatMap {
                VisibleText("\($0.label): \($0.value)", repertoire: appearance.repertoire)
                    .wrapped(columns: size.columns, rows: 20)
            }
        }
        scroll.layOut(count: lines.count, room: size.rows - 2)
        onNeedsDisplay()
    }

    private func retriable(_ failure: String, with command: PhotoPageCommand) -> [String] {
        UserFacingText.retriable(
            failure, with: keyMap.label(for: command), columns: size.columns, rows: max(1, size.rows - 2),
            appearance.repertoire)
    }
}
