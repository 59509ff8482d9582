/// The size of the tiles of a grid: as wide as the user prefers, unless few of them fill the screen.
public struct TileSize: Hashable, Sendable {
    /// A step to the next larger or smaller width.
    public enum Step: Sendable {
        case larger, smaller

        /// Why there is no further step.
        var noEffect: NoEffect { self == .larger ? .largestThumbnails : .smallestThumbnails }
    }

    /// The preferred width, in columns.
    public internal(set) var width: Int
    /// Whether few tiles fill the screen, larger than preferred.
    public private(set) var grows = true
    /// The number of tiles that may fill the screen; see `GridState.fillingCount(isTyping:previous:)`.
    public internal(set) var fillingCount: Int?

    /// For five tiles in 120 columns and three in 80.
    static let defaultWidth = 24
    private static let widths = [10, 12, 16, 20, 24, 30, 40, 60, 80, 120, 160]

    /// - Parameter width: the preferred width, limited to the available ones; nil for the default.
    init(width: Int? = nil, fillingCount: Int? = nil) {
        self.width = min(max(width ?? Self.defaultWidth, Self.widths[0]), Self.widths[Self.widths.count - 1])
        self.fillingCount = fillingCount
    }

    /// Changes the size by one step in a view of `columns`. Returns whether it has an effect.
    ///
    /// - Parameter canGrow: whether the number of tiles is small enough for larger ones. A step leads from these to the
    ///   preferred width, or back.
    mutating func change(by step: Step, columns: Int, canGrow: Bool) -> Bool {
        switch step {
        case .larger where canGrow:
            guard !grows else { return false }
            grows = true
        case .smaller where canGrow && grows: grows = false
        case .larger, .smaller:
            guard let next = width(after: step, columns: columns) else { return false }
            width = next
        }
        return true
    }

    /// Returns the next width that changes the number of tiles in a line of `columns`; nil if there is none.
    private func width(after step: Step, columns: Int) -> Int? {
        func count(_ width: Int) -> Int { TileSize(width: width).count(in: columns) }
        switch step {
        case .larger: return Self.widths.first { $0 > width && count($0) < count(width) }
        case .smaller: return Self.widths.last { $0 < width && count($0) > count(width) }
        }
    }

    /// Returns the number of tiles of about the preferred width in a line of `columns`.
    func count(in columns: Int) -> Int {
        max(1, (columns + width / 2) / width)
    }
}
