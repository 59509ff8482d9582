/// A few colors of a palette, each once, in lanes so that all can be compared at once.
struct CandidateColors {
    /// How many there may be; more are left out.
    private static let most = 2 * CellLanes.scalarCount

    private(set) var count = 0
    /// The numbers in the palette; those from `count` on mean nothing.
    private(set) var indices = [UInt8](repeating: 0, count: most)
    private(set) var lanes = [ColorLanes](repeating: .zero, count: most / CellLanes.scalarCount)

    func color(_ place: Int) -> SIMD4<Float> {
        lanes[place / CellLanes.scalarCount][place % CellLanes.scalarCount]
    }

    mutating func removeAll() { count = 0 }

    mutating func insert(_ entry: PaletteEntry) {
        guard count < Self.most, !indices[..<count].contains(entry.index) else { return }
        indices[count] = entry.index
        lanes[count / CellLanes.scalarCount][count % CellLanes.scalarCount] = entry.color
        count += 1
    }
}
