import Albums
import Localization
import TerminalUI

/// An album in a grid: its cover with title and count below, framed when selected.
struct AlbumTile {
    let album: Album
    let title: String
    let cover: Tile?
    let isSelected: Bool
    let theme: Theme

    func draw(on surface: inout Surface, in rect: Rect) {
        let frame = TileFrame(tile: rect, captionRows: 2)
        cover?.draw(in: frame.picture, on: &surface, theme: theme)
        frame.draw(
            title: title,
            details: album.photoCount.map { [UserFacingText.photos($0), UserFacingText.number($0)] } ?? [],
            isSelected: isSelected, on: &surface, theme: theme)
    }
}

/// An album as a line of text; the screen-reader replacement for its cover.
struct AlbumLine {
    let album: Album
    let isSelected: Bool
    let theme: Theme

    func draw(on surface: inout Surface, in rect: Rect) {
        let text = UserFacingText.list([album.title, album.photoCount.map(UserFacingText.photos)].compactMap { $0 })
        surface.writeLine(text, in: rect, isSelected: isSelected, style: theme.text, theme: theme)
    }
}

/// A folder in the list of albums: a heading above its contents.
struct FolderLine {
    let folder: AlbumFolder
    let isSelected: Bool
    let theme: Theme

    /// The maximum depth that is visible as an indent.
    private static let maxIndent = 8

    func draw(on surface: inout Surface, in rect: Rect) {
        guard !theme.isForReaders else { return drawText(on: &surface, in: rect) }
        let sign = rect.column + 1 + 2 * min(folder.depth, Self.maxIndent)
        surface.write(folder.isOpen ? "\u{25BE}" : "\u{25B8}", column: sign, row: rect.row, style: theme.accent)
        let counts = " \u{00B7} \(UserFacingText.list(counts))"
        let available = max(0, rect.endColumn - sign - 4)
        let countsWidth = VisibleText(counts, repertoire: surface.repertoire).width
        // The counts go before half of the name does.
        let nameWidth = countsWidth < available / 2 ? available - countsWidth : available
        let name = VisibleText(folder.name, repertoire: surface.repertoire).truncatedInMiddle(to: nameWidth)
        let used = surface.write(
            name, column: sign + 2, row: rect.row, style: isSelected ? theme.selected : theme.title)
        surface.write(
            counts, column: sign + 2 + used, row: rect.row, style: theme.quiet, width: available + 2 - used)
    }

    private var counts: [String] {
        [UserFacingText.albums(folder.albumCount), UserFacingText.photos(folder.photoCount)]
    }

    private func drawText(on surface: inout Surface, in rect: Rect) {
        let state = folder.isOpen ? localized("open", context: "folder") : localized("closed", context: "folder")
        surface.writeLine(
            UserFacingText.list([folder.name, state] + counts), in: rect, isSelected: isSelected, style: theme.title,
            theme: theme)
    }
}
