/// A few distinct palette colors, stored in SIMD lanes so that they can all be compared at once.
struct CandidateColors {
    /// The maximum number of candidates; further ones are ignored.
    private static let maxCount = 2 * CellLanes.scalarCount

    private(set) var count = 0
    /// The colors' palette indices; elements from `count` on are undefined.
    private(set) var indices = [UInt8](repeating: 0, count: maxCount)
    private(set) var lanes = [ColorLanes](repeating: .zero, count: maxCount / CellLanes.scalarCount)

    func color(_ index: Int) -> SIMD4<Float> {
        lanes[index / CellLanes.scalarCount][index % CellLanes.scalarCount]
    }

    mutating func removeAll() { count = 0 }

    mutating func insert(_ entry: PaletteEntry) {
        guard count < Self.maxCount, !indices[..<count].contains(entry.index) else { return }
        indices[count] = entry.index
        lanes[count / CellLanes.scalarCount][count % CellLanes.scalarCount] = entry.color
        count += 1
    }
}
