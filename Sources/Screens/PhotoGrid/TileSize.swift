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

    static func width(after width: Int, _ step: Step) -> Int {
        switch step {
        case .larger: widths.first { $0 > width } ?? width
        case .smaller: widths.last { $0 < width } ?? width
        }
    }
}
