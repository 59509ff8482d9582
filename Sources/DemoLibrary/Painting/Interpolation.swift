/// Interpolates linearly between numbers: `start` at 0, `end` at 1.
@inline(__always)
func mix(_ start: Double, _ end: Double, _ amount: Double) -> Double {
    start + (end - start) * amount
}

/// Interpolates linearly between colors: `start` at 0, `end` at 1.
@inline(__always)
func mix(_ start: LinearColor, _ end: LinearColor, _ amount: Double) -> LinearColor {
    start + (end - start) * amount
}

/// Rises smoothly from 0 at `start` to 1 at `end`; falls if `end` is less than `start`.
@inline(__always)
func smoothstep(_ start: Double, _ end: Double, _ value: Double) -> Double {
    // With constant limits, a multiplication instead of the slower division.
    let position = clamp((value - start) * (1 / (end - start)))
    return position * position * (3 - 2 * position)
}

/// Clamps a value to 0...1; NaN becomes 0.
@inline(__always)
func clamp(_ value: Double) -> Double {
    // `max` would propagate NaN.
    value > 0 ? (value < 1 ? value : 1) : 0
}

/// Rounds down to an integer; values beyond the range of `Int` are clamped.
@inline(__always)
func floorToInteger(_ value: Double) -> Int {
    // Without SSE 4.1, `rounded(.down)` is a function call, several times slower.
    let limit = 1e15
    let reachable = value > -limit ? (value < limit ? value : limit) : -limit
    let truncated = Int(reachable)
    return reachable < Double(truncated) ? truncated - 1 : truncated
}

extension SIMD2<Double> {
    /// The length of the vector.
    @inline(__always)
    var length: Double {
        (x * x + y * y).squareRoot()
    }
}
