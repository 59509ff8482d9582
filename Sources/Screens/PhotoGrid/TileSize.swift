/// The widths a person can choose for thumbnails, in columns.
public enum TileSize {
    /// To the next larger or smaller width.
    public enum Step: Sendable {
        case larger, smaller
    }

    /// What fits five to a line of 120 columns and three to a line of 80.
    public static let standard = 24

    private static let widths = [10, 12, 16, 20, 24, 30, 40, 60, 80, 120, 160]

    /// A remembered width, which may be anything, as one that can be.
    static func usable(_ width: Int) -> Int {
        min(max(width, widths[0]), widths[widths.count - 1])
    }

    /// The next width that puts another number of tiles on a line of `columns`; nil when there is none.
    static func width(after width: Int, _ step: Step, columns: Int) -> Int? {
        let count = tileCount(of: width, columns: columns)
        switch step {
        case .larger: return widths.first { $0 > width && tileCount(of: $0, columns: columns) < count }
        case .smaller: return widths.last { $0 < width && tileCount(of: $0, columns: columns) > count }
        }
    }

    /// The number of tiles of about this width on a line of `columns`.
    static func tileCount(of width: Int, columns: Int) -> Int {
        max(1, (columns + width / 2) / width)
    }
}
