/// The levels of one channel of xterm's color cube that are next to those of eight colors: 0, 95 and from there 40 apart.
struct CubeSteps {
    /// What a color differs from a level.
    struct Step {
        let square: CellLanes
        /// What it adds to the difference in luma.
        let luma: CellLanes

        @inline(__always)
        init(_ difference: CellLanes, lumaWeight: Float) {
            square = difference * difference
            luma = difference * lumaWeight
        }
    }

    let below: Step
    let above: Step
    private let lowerLevel: CellLanes
    private let lower: CellLanes
    private let upper: CellLanes

    /// - Parameter lumaWeight: what the channel counts in luma.
    @inline(__always)
    init(around values: CellLanes, lumaWeight: Float) {
        lowerLevel = ((values - 55) / 40).roundedDown(atMost: 4)
        upper = lowerLevel * 40 + 95
        lower = (upper - 40).replacing(with: .zero, where: lowerLevel .< 0.5)
        below = Step(values - lower, lumaWeight: lumaWeight)
        above = Step(values - upper, lumaWeight: lumaWeight)
    }

    @inline(__always)
    func level(_ isAbove: CellLanes.Mask) -> CellLanes {
        lowerLevel.replacing(with: lowerLevel + 1, where: isAbove)
    }

    @inline(__always)
    func value(_ isAbove: CellLanes.Mask) -> CellLanes {
        lower.replacing(with: upper, where: isAbove)
    }
}
