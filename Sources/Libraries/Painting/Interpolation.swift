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

/// The number brought within 0 and 1; 0 for what is not a number.
@inline(__always)
func clamp(_ value: Double) -> Double {
    // `max` would hand a NaN on.
    value > 0 ? (value < 1 ? value : 1) : 0
}

/// The largest whole number that is not above the value; a far smaller one for what no `Int` can hold.
@inline(__always)
func floorToInteger(_ value: Double) -> Int {
    // Without SSE 4.1 `rounded(.down)` is a function call, several times slower.
    let limit = 1e15
    let reachable = value > -limit ? (value < limit ? value : limit) : -limit
    let truncated = Int(reachable)
    return reachable < Double(truncated) ? truncated - 1 : truncated
}

extension SIMD2<Double> {
    /// The distance from zero.
    @inline(__always)
    var length: Double {
        (x * x + y * y).squareRoot()
    }
}

extension SIMD3<Double> {
    /// The distance from zero.
    @inline(__always)
    var length: Double {
        (self * self).sum().squareRoot()
    }

    /// The same direction with length 1; the vector must not be zero.
    @inline(__always)
    var normalized: SIMD3<Double> {
        self / length
    }
}
