/// Lower bounds of the error of a pair of colors, over all characters.
struct PairBounds {
    /// How far the squared error of the shape can be below that of a plain cell.
    let maxGain: Float
    /// The square of the largest covariance of a character's ink with the colors of the cell.
    let maxSquare: Float
    /// The smallest variance of any character's ink.
    let minVariance: Float

    /// Returns the least errors of a background, with remainders `residuals`, paired with eight foregrounds that differ
    /// from it by `steps`.
    ///
    /// The mean of each half lies between the two colors. The gain from the shape is at most `maxGain`, and at most 2
    /// |d| |P| - V |d|², with V the least variance, d the difference of the colors and P the largest covariance.
    @inline(__always)
    func minErrors(residuals: HalfResiduals, steps: ColorLanes) -> CellLanes {
        let lumas = steps.luma
        let squares =
            steps.red * steps.red + steps.green * steps.green + steps.blue * steps.blue + lumas * lumas
        // So small that it matters only if both colors are equal.
        let inverseSquares = 1 / (squares + 1e-3)
        @inline(__always)
        func leastSquares(_ residual: SIMD4<Float>, _ square: Float, maxInk: Float) -> CellLanes {
            let weights = residual + residual.luma * SIMD4(0.299, 0.587, 0.114, 0)
            let products = steps.red * weights.x + steps.green * weights.y + steps.blue * weights.z
            let inks = (products * inverseSquares).limited(0, maxInk)
            return square - inks * (products * 2 - inks * squares)
        }
        let upper = leastSquares(residuals.upper, residuals.upperSquare, maxInk: 1)
        let lower = leastSquares(residuals.lower, residuals.lowerSquare, maxInk: 1 + Diffusion.downward)
        // Avoids a square root: 2 |d| |P| <= V |d|² / 2 + 2 |P|² / V.
        let shape = squares * (minVariance / 2) - 2 * maxSquare / minVariance
        return (upper + lower) * Diffusion.smoothness + shape.limited(-maxGain, .infinity)
    }
}
