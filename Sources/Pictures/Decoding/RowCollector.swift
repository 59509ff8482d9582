import CellArt

/// Collects the rows of a picture from the top, cropped and reduced as planned while they arrive. Memory depends only
/// on the size of the result.
struct RowCollector {
    private let region: PixelRegion
    private let factor: Int
    private let hasAlpha: Bool
    private var nextRow = 0
    private var band: [UInt8] = []
    private var pixels: [UInt8] = []

    /// - Parameters:
    ///   - region: the rows and columns to keep, in pixels of the input rows.
    ///   - hasAlpha: whether any pixel's fourth byte may differ from 255.
    init(region: PixelRegion, factor: Int, hasAlpha: Bool) {
        self.region = region
        self.factor = factor
        self.hasAlpha = hasAlpha
        pixels.reserveCapacity(4 * region.size.divided(by: factor).count)
        if factor > 1 { band.reserveCapacity(4 * region.width * factor) }
    }

    /// Whether all needed rows have arrived.
    var isComplete: Bool { nextRow >= region.rows.upperBound }

    mutating func append(_ row: UnsafePointer<UInt8>) {
        defer { nextRow += 1 }
        guard region.rows.contains(nextRow) else { return }
        let kept = UnsafeBufferPointer(start: row + 4 * region.x, count: 4 * region.width)
        guard factor > 1 else {
            pixels.append(contentsOf: kept)
            return
        }
        band.append(contentsOf: kept)
        if (nextRow + 1 - region.y).isMultiple(of: factor) || nextRow + 1 == region.rows.upperBound {
            reduceBand()
        }
    }

    /// Moves the pixels out; missing rows are transparent.
    mutating func finish(model: DecodedPixels.Model = .rgba) -> DecodedPixels {
        let size = region.size.divided(by: factor)
        // Moved, because appending to a shared array would copy it.
        var bytes: [UInt8] = []
        swap(&bytes, &pixels)
        let missing = 4 * size.count - bytes.count
        bytes.append(contentsOf: repeatElement(0, count: missing))
        return DecodedPixels(
            size: size, bytes: bytes, model: model, hasAlpha: hasAlpha || missing > 0, isTruncated: missing > 0)
    }

    private mutating func reduceBand() {
        let rows = Bitmap(
            width: region.width, height: band.count / (4 * region.width), pixels: band, isOpaque: !hasAlpha)
        pixels.append(contentsOf: rows.scaled(toWidth: region.size.divided(by: factor).width, height: 1).pixels)
        band.removeAll(keepingCapacity: true)
    }
}
