/// The same value of eight cells, or of eight characters or colors: they are worked on together.
typealias CellLanes = SIMD8<Float>

// Written out: the standard library's `clamped` and `min` branch for each lane.
extension CellLanes {
    typealias Mask = SIMDMask<SIMD8<Int32>>

    /// The smaller of two numbers in each lane.
    @inline(__always)
    func orLess(_ other: CellLanes) -> CellLanes {
        CellLanes(
            other[0] < self[0] ? other[0] : self[0], other[1] < self[1] ? other[1] : self[1],
            other[2] < self[2] ? other[2] : self[2], other[3] < self[3] ? other[3] : self[3],
            other[4] < self[4] ? other[4] : self[4], other[5] < self[5] ? other[5] : self[5],
            other[6] < self[6] ? other[6] : self[6], other[7] < self[7] ? other[7] : self[7])
    }

    /// What is below or above a range becomes its end.
    @inline(__always)
    func limited(_ lowest: Float, _ highest: Float) -> CellLanes {
        let raised = CellLanes(repeating: -lowest).orLess(-self)
        return CellLanes(repeating: highest).orLess(-raised)
    }

    /// Whole numbers, from 0 to a limit, that are not above the values; of what is a whole number it may be the one below.
    @inline(__always)
    func roundedDown(atMost limit: Float) -> CellLanes {
        // Numbers so large have no fractions: it is the addition that rounds.
        let large: Float = 12_582_912
        return (limited(0, limit + 0.9) - 0.5 + large) - large
    }

    /// The least of the eight, and where it is.
    @inline(__always)
    var least: (value: Float, lane: Int) {
        var least = (value: self[0], lane: 0)
        for lane in 1..<Self.scalarCount where self[lane] < least.value { least = (self[lane], lane) }
        return least
    }
}
