/// The point of a photo on which the camera has focused, in fractions of the width and height of the upright picture.
public struct FocusPoint: Hashable, Sendable {
    /// Each 0...1.
    public let x: Double
    public let y: Double

    /// Returns nil for a point outside the picture.
    public init?(x: Double, y: Double) {
        guard Self.range.contains(x), Self.range.contains(y) else { return nil }
        self.x = x
        self.y = y
    }

    private static let range = 0.0...1.0
}
