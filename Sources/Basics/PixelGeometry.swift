/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Creates a size from outside; returns nil unless both sides are valid.
    public init?(width: Side?, height: Side?) {
        guard let width, let height else { return nil }
        self.init(width: width.value, height: height.value)
    }

    /// The number of pixels; `Int.max` on overflow.
    public var count: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// Returns the size at 1/`factor`, rounded up.
    public func divided(by factor: Int) -> PixelSize {
        PixelSize(width: (width + factor - 1) / factor, height: (height + factor - 1) / factor)
    }
}

/// A rectangle within a picture, in fractional pixels.
public struct PixelRect: Hashable, Sendable {
    public let x: Double
    public let y: Double
    public let width: Double
    public let height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
