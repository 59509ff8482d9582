/// How large a picture can be drawn in a box of cells.
public enum CellFit {
    /// The largest size in cells that fits into a box and keeps the aspect of a picture; never less than 1 x 1.
    ///
    /// - Parameter cellAspect: how many times as high as wide a cell is; the whole box for what cannot be.
    public static func size(
        width: Int, height: Int, columns: Int, rows: Int, cellAspect: Double = 2
    ) -> (columns: Int, rows: Int) {
        let box = (columns: max(1, columns), rows: max(1, rows))
        // Columns a row, by the picture's aspect.
        let aspect = cellAspect * Double(max(1, width)) / Double(max(1, height))
        guard aspect.isFinite, aspect > 0 else { return box }
        let columnsAtFullHeight = Double(box.rows) * aspect
        if columnsAtFullHeight <= Double(box.columns) {
            return (max(1, Int(columnsAtFullHeight.rounded())), box.rows)
        }
        return (box.columns, max(1, Int((Double(box.columns) / aspect).rounded())))
    }
}
