/// Fits pictures into a box of cells.
public enum CellFit {
    /// Returns the largest size in cells that fits into a box and keeps a picture's aspect ratio, at least 1 x 1.
    ///
    /// - Parameter cellAspect: the height of a cell divided by its width; if invalid, the result is the whole box.
    public static func size(
        width: Int, height: Int, columns: Int, rows: Int, cellAspect: Double = 2
    ) -> (columns: Int, rows: Int) {
        let box = (columns: max(1, columns), rows: max(1, rows))
        // The picture's aspect ratio in cells: columns per row.
        let aspect = cellAspect * Double(max(1, width)) / Double(max(1, height))
        guard aspect.isFinite, aspect > 0 else { return box }
        let columnsAtFullHeight = Double(box.rows) * aspect
        if columnsAtFullHeight <= Double(box.columns) {
            return (max(1, Int(columnsAtFullHeight.rounded())), box.rows)
        }
        return (box.columns, max(1, Int((Double(box.columns) / aspect).rounded())))
    }
}
