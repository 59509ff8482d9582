/// A place in a scene: y is 0 at the top and 1 at the bottom, x is 0 in the middle and has the same unit.
typealias Point = SIMD2<Double>

/// Gives the light at each point of a picture.
protocol Shader: Sendable {
    /// The light at a point; `footprint` is how far off the next one is, so that nothing finer need be drawn.
    func color(at point: Point, footprint: Double) -> LinearColor
}
