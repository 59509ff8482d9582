import Glibc

/// The escape-time algorithm for z² + c.
enum EscapeTime {
    /// Returns the smoothed number of iterations until escape; nil if there is none within `limit` iterations.
    static func count(from start: Point, constant: Point, limit: Int) -> Double? {
        var x = start.x
        var y = start.y
        for step in 0..<limit {
            let xx = x * x
            let yy = y * y
            if xx + yy > 256 {
                return max(Double(step) + 1 - log2(log2(xx + yy) / 2), 0)
            }
            y = 2 * x * y + constant.y
            x = xx - yy + constant.x
        }
        return nil
    }
}
