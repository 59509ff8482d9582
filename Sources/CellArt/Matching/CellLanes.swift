/// One value each for eight cells, characters or colors, which are processed together.
typealias CellLanes = SIMD8<Float>

// Written out because the standard library's `clamped` and `min` branch on each lane.
extension CellLanes {
    typealias Mask = SIMDMask<SIMD8<Int32>>

    /// Returns the smaller of two numbers in each lane.
    @inline(__always)
    func orLess(_ other: CellLanes) -> CellLanes {
        CellLanes(
            other[0] < self[0] ? other[0] : self[0], other[1] < self[1] ? other[1] : self[1],
            other[2] < self[2] ? other[2] : self[2], other[3] < self[3] ? other[3] : self[3],
            other[4] < self[4] ? other[4] : self[4], other[5] < self[5] ? other[5] : self[5],
            other[6] < self[6] ? other[6] : self[6], other[7] < self[7] ? other[7] : self[7])
    }

    /// Clamps each lane to a range.
    @inline(__always)
    func limited(_ lowest: Float, _ highest: Float) -> CellLanes {
        let raised = CellLanes(repeating: -lowest).orLess(-self)
        return CellLanes(repeating: highest).orLess(-raised)
    }

    /// Rounds each lane down to a whole number from 0 to `limit`. A value that already is whole may become the next
    /// lower number.
    @inline(__always)
    func roundedDown(atMost limit: Float) -> CellLanes {
        // Floats this large have no fractional part, so the addition rounds.
        let large: Float = 12_582_912
        return (limited(0, limit + 0.9) - 0.5 + large) - large
    }

    /// The smallest of the eight values, and its lane.
    @inline(__always)
    var least: (value: Float, lane: Int) {
        var least = (value: self[0], lane: 0)
        for lane in 1..<Self.scalarCount where self[lane] < least.value { least = (self[lane], lane) }
        return least
    }
}
