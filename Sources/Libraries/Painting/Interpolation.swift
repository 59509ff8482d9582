/// What lies between two numbers: `start` at 0, `end` at 1.
@inline(__always)
func mix(_ start: Double, _ end: Double, _ amount: Double) -> Double {
    start + (end - start) * amount
}

/// What lies between two colors: `start` at 0, `end` at 1.
@inline(__always)
func mix(_ start: LinearColor, _ end: LinearColor, _ amount: Double) -> LinearColor {
    start + (end - start) * amount
}

/// 0 up to `start`, 1 from `end` on, and a soft step between them; the ends may be the other way around.
@inline(__always)
func smoothstep(_ start: Double, _ end: Double, _ value: Double) -> Double {
    let position = clamp((value - start) / (end - start))
    return position * position * (3 - 2 * position)
}

/// The number brought within 0 and 1.
@inline(__always)
func clamp(_ value: Double) -> Double {
    min(max(value, 0), 1)
}

/// The largest whole number that is not above the value, which must be finite and fit.
@inline(__always)
func floorToInteger(_ value: Double) -> Int {
    // Without SSE 4.1 `rounded(.down)` is a function call, several times slower.
    let truncated = Int(value)
    return value < Double(truncated) ? truncated - 1 : truncated
}

extension SIMD2<Double> {
    /// The distance from zero.
    @inline(__always)
    var length: Double {
        (x * x + y * y).squareRoot()
    }
}
