import CellArt
import Testing

extension RenderedPicture {
    /// The cells; the loader draws nothing else.
    var drawnCells: [ArtCell] {
        guard case .cells(let picture) = self else {
            Issue.record("The picture is not made of cells.")
            return []
        }
        return picture.cells
    }

    subscript(column: Int, row: Int) -> ArtCell {
        drawnCells[row * columns + column]
    }
}
