import Basics

/// A rectangle of whole pixels in a picture.
public struct PixelRegion: Hashable, Sendable {
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    init(all size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// Creates the smallest region that covers a rectangle within a picture, at least one pixel.
    init(covering rect: PixelRect, in size: PixelSize) {
        func range(_ start: Double, _ length: Double, limit: Int) -> Range<Int> {
            let low = min(max(0, start.rounded(.down)), Double(limit - 1))
            let high = min(max(low + 1, (start + length).rounded(.up)), Double(limit))
            return Int(low)..<Int(high)
        }
        let columns = range(rect.x, rect.width, limit: size.width)
        let rows = range(rect.y, rect.height, limit: size.height)
        self.init(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    var size: PixelSize { PixelSize(width: width, height: height) }
    var rows: Range<Int> { y..<y + height }

    func contains(_ other: PixelRegion) -> Bool {
        x <= other.x && y <= other.y && other.x + other.width <= x + width && other.y + other.height <= y + height
    }

    /// Returns the pixels that are in both regions; nil if there are none.
    func intersection(_ other: PixelRegion) -> PixelRegion? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
        guard left < right, top < bottom else { return nil }
        return PixelRegion(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns the region at 1/`factor`, expanded to whole pixels.
    func divided(by factor: Int) -> PixelRegion {
        let right = (x + width + factor - 1) / factor
        let bottom = (y + height + factor - 1) / factor
        return PixelRegion(x: x / factor, y: y / factor, width: right - x / factor, height: bottom - y / factor)
    }
}
