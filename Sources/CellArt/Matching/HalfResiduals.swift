/// The target colors of a cell's two halves, minus the cell's background.
struct HalfResiduals {
    let upper: SIMD4<Float>
    /// Includes the error that the upper half passes down if it shows the background.
    let lower: SIMD4<Float>
    let upperSquare: Float
    let lowerSquare: Float

    @inline(__always)
    init(upper: SIMD4<Float>, lower: SIMD4<Float>, background: SIMD4<Float>) {
        self.upper = upper - background
        self.lower = lower - background + self.upper * Diffusion.downward
        upperSquare = self.upper.product(self.upper)
        lowerSquare = self.lower.product(self.lower)
    }

    /// The error of a cell that is all background.
    @inline(__always)
    var error: Float { Diffusion.smoothness * (upperSquare + lowerSquare) }
}
