/// For one channel of eight colors, the adjacent levels of xterm's color cube: 0, 95 and then in steps of 40.
struct CubeSteps {
    /// The difference between a color and a level.
    struct Step {
        let square: CellLanes
        /// The contribution to the difference in luma.
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

    /// - Parameter lumaWeight: the weight of the channel in luma.
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
