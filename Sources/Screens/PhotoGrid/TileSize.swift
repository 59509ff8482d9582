/// The available widths of thumbnails, in columns.
public enum TileSize {
    /// A step to the next larger or smaller width.
    public enum Step: Sendable {
        case larger, smaller
    }

    /// The default width, for five tiles in 120 columns and three in 80.
    public static let `default` = 24

    private static let widths = [10, 12, 16, 20, 24, 30, 40, 60, 80, 120, 160]

    /// Clamps a stored width to the available range.
    static func usable(_ width: Int) -> Int {
        min(max(width, widths[0]), widths[widths.count - 1])
    }

    /// Returns the next width that changes the number of tiles in a line of `columns`; nil if there is none.
    static func width(after width: Int, _ step: Step, columns: Int) -> Int? {
        let count = tileCount(of: width, columns: columns)
        switch step {
        case .larger: return widths.first { $0 > width && tileCount(of: $0, columns: columns) < count }
        case .smaller: return widths.last { $0 < width && tileCount(of: $0, columns: columns) > count }
        }
    }

    /// Returns the number of tiles of about this width in a line of `columns`.
    static func tileCount(of width: Int, columns: Int) -> Int {
        max(1, (columns + width / 2) / width)
    }
}
