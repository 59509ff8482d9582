/// The part of a photo on which the camera has focused, in fractions of the width and height of the upright picture.
public struct FocusArea: Hashable, Sendable {
    /// The center, each 0...1.
    public let x: Double
    public let y: Double
    /// The extent, each 0...1; 0 if unknown.
    public let width: Double
    public let height: Double

    /// Returns nil if the center is outside the picture. An extent that the picture can't have counts as unknown.
    public init?(x: Double, y: Double, width: Double = 0, height: Double = 0) {
        guard Self.range.contains(x), Self.range.contains(y) else { return nil }
        let isValid = Self.range.contains(width) && Self.range.contains(height)
        self.x = x
        self.y = y
        self.width = isValid ? width : 0
        self.height = isValid ? height : 0
    }

    private static let range = 0.0...1.0
}
