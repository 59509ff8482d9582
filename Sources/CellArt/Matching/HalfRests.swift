/// What the halves of a cell are to be, less its background.
struct HalfRests {
    let upper: SIMD4<Float>
    /// With what the lower half takes over from the upper one where that shows the background.
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

    /// Of a cell that is all background.
    @inline(__always)
    var error: Float { Diffusion.smoothness * (upperSquare + lowerSquare) }
}
