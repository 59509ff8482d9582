/// Colors 16 to 255 of xterm's palette: a 6 x 6 x 6 color cube and 24 grays (256colres.pl).
struct ExtendedPalette: Palette {
    let step: Float = 40

    func nearest(to target: ColorLanes) -> (indices: CellLanes, colors: ColorLanes) {
        // The nearest color of the cube is one of the eight corners around the color.
        let red = CubeSteps(around: target.red, lumaWeight: 0.299)
        let green = CubeSteps(around: target.green, lumaWeight: 0.587)
        let blue = CubeSteps(around: target.blue, lumaWeight: 0.114)
        let nearest = CubeCorners.nearer(
            CubeCorners.nearer(
                CubeCorners(0, red, green.below, blue.below), CubeCorners(2, red, green.above, blue.below)),
            CubeCorners.nearer(
                CubeCorners(4, red, green.below, blue.above), CubeCorners(6, red, green.above, blue.above)))
        var corners = nearest.numbers
        let isBlueAbove = corners .> 3.5
        corners.replace(with: corners - 4, where: isBlueAbove)
        let isGreenAbove = corners .> 1.5
        corners.replace(with: corners - 2, where: isGreenAbove)
        let isRedAbove = corners .> 0.5
        var indices = red.level(isRedAbove) * 36 + green.level(isGreenAbove) * 6 + blue.level(isBlueAbove) + 16
        var colors = ColorLanes(
            red: red.value(isRedAbove), green: green.value(isGreenAbove), blue: blue.value(isBlueAbove))

        // The difference is least for the gray at the mean of all four terms.
        let mean = (target.red + target.green + target.blue + target.luma) / 4
        let gray = ((mean - 3) / 10).roundedDown(atMost: 23)
        let value = gray * 10 + 8
        let isGray = difference(from: target, to: value) .< nearest.differences
        indices.replace(with: gray + 232, where: isGray)
        colors.replace(with: ColorLanes(red: value, green: value, blue: value), where: isGray)
        return (indices, colors)
    }

    func insertNeighbors(of color: SIMD4<Float>, into candidates: inout CandidateColors) {
        let red = Self.level(below: color.x)
        let green = Self.level(below: color.y)
        let blue = Self.level(below: color.z)
        for corner in 0..<8 {
            candidates.insert(
                Self.cubeEntry(red: red + (corner & 1), green: green + (corner >> 1 & 1), blue: blue + (corner >> 2)))
        }
        let gray = max(0, min(Int((color.luma - 8) / 10), 22))
        candidates.insert(Self.grayEntry(gray))
        candidates.insert(Self.grayEntry(gray + 1))
    }

    @inline(__always)
    private func difference(from color: ColorLanes, to gray: CellLanes) -> CellLanes {
        let difference = color - ColorLanes(red: gray, green: gray, blue: gray)
        return difference.product(difference)
    }

    private static func cubeEntry(red: Int, green: Int, blue: Int) -> PaletteEntry {
        (
            UInt8(truncatingIfNeeded: 16 + 36 * red + 6 * green + blue),
            SIMD4(value(ofLevel: red), value(ofLevel: green), value(ofLevel: blue), 0)
        )
    }

    private static func grayEntry(_ gray: Int) -> PaletteEntry {
        let value = Float(8 + 10 * gray)
        return (UInt8(truncatingIfNeeded: 232 + gray), SIMD4(value, value, value, 0))
    }

    /// Returns the highest level below the last that does not exceed a value. The levels are 0, 95 and then in steps of
    /// 40.
    private static func level(below value: Float) -> Int {
        value < 95 ? 0 : min(Int((value - 55) / 40), 4)
    }

    private static func value(ofLevel level: Int) -> Float {
        level == 0 ? 0 : Float(55 + 40 * level)
    }
}

/// For eight colors, a corner of the xterm color cube's cells that contain them.
struct CubeCorners {
    let differences: CellLanes
    /// The corner's number: 1 for the upper level of red, plus 2 for that of green, plus 4 for that of blue.
    let numbers: CellLanes

    /// Chooses the nearer of the two corners with the given steps of green and blue.
    /// - Parameter number: the number of the corner with the lower level of red.
    @inline(__always)
    init(_ number: Float, _ red: CubeSteps, _ green: CubeSteps.Step, _ blue: CubeSteps.Step) {
        let square = green.square + blue.square
        let luma = green.luma + blue.luma
        let lumaBelow = luma + red.below.luma
        let lumaAbove = luma + red.above.luma
        let below = square + red.below.square + lumaBelow * lumaBelow
        let above = square + red.above.square + lumaAbove * lumaAbove
        differences = below.orLess(above)
        let lower = CellLanes(repeating: number)
        numbers = lower.replacing(with: lower + 1, where: above .< below)
    }

    @inline(__always)
    private init(differences: CellLanes, numbers: CellLanes) {
        (self.differences, self.numbers) = (differences, numbers)
    }

    @inline(__always)
    static func nearer(_ first: CubeCorners, _ second: CubeCorners) -> CubeCorners {
        CubeCorners(
            differences: first.differences.orLess(second.differences),
            numbers: first.numbers.replacing(
                with: second.numbers, where: second.differences .< first.differences))
    }
}

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
