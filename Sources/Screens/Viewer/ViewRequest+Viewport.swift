import CellArt

extension ViewRequest {
    /// Requests the visible part of a viewport.
    init(_ viewport: Viewport, style: ArtStyle) {
        self.init(
            part: viewport.part, rotation: viewport.rotation, columns: viewport.columns, rows: viewport.rows,
            style: style)
    }
}
