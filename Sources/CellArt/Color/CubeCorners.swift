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
