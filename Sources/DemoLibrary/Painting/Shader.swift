/// A point in a scene: y is 0 at the top and 1 at the bottom; x is 0 in the middle and has the same unit.
typealias Point = SIMD2<Double>

/// Computes the light at each point of a picture.
protocol Shader: Sendable {
    /// Returns the light at a point. `footprint` is the distance between samples; finer detail can be omitted.
    func color(at point: Point, footprint: Double) -> LinearColor
}
