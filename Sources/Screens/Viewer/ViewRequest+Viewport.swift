import CellArt

extension ViewRequest {
    /// What a viewport shows.
    init(_ viewport: Viewport, style: ArtStyle) {
        self.init(
            part: viewport.part, rotation: viewport.rotation, columns: viewport.columns, rows: viewport.rows,
            style: style)
    }
}
