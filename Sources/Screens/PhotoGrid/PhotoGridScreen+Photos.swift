import TerminalUI

/// Draws the photos in view: tiles, or lines of text for screen readers.
extension PhotoGridScreen {
    func drawPhotos(_ state: PhotoGridState, on surface: inout Surface) {
        for (index, rect) in layout.tileRects(in: state.photos.arrangement) {
            if theme.isForReaders {
                line(at: index, of: state)?.draw(on: &surface, in: rect)
            } else {
                tile(at: index, of: state)?.draw(on: &surface, in: rect)
            }
        }
        surface.fill(Rect(column: 0, row: 0, columns: size.columns, rows: headerRows))
        surface.fill(Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1))
    }

    func tile(at index: Int, of state: PhotoGridState) -> PhotoTile? {
        state.photos.window[index].map { photo in
            PhotoTile(
                photo: photo, tile: state.tiles[photo.id], isSelected: index == state.photos.arrangement.selection,
                isMarked: state.marks.contains(photo), isFavorite: favorites?.contains(photo), theme: theme)
        }
    }

    private func line(at index: Int, of state: PhotoGridState) -> PhotoLine? {
        state.photos.window[index].map { photo in
            PhotoLine(
                photo: photo, details: state.lineDetails[photo.id],
                isSelected: index == state.photos.arrangement.selection, isMarked: state.marks.contains(photo),
                isFavorite: favorites?.contains(photo) == true, theme: theme)
        }
    }
}
