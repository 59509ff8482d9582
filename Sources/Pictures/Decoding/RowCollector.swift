import CellArt

/// Takes a picture's rows one by one from the top and keeps what a plan asks for, reduced while reading: however large
/// the picture, memory is what the result takes.
struct RowCollector {
    private let region: PixelRegion
    private let factor: Int
    private let hasAlpha: Bool
    private var nextRow = 0
    private var band: [UInt8] = []
    private var pixels: [UInt8] = []

    /// - Parameters:
    ///   - region: the rows and columns to keep, in pixels of the rows that come.
    ///   - hasAlpha: whether the fourth byte of a pixel may be other than 255.
    init(region: PixelRegion, factor: Int, hasAlpha: Bool) {
        self.region = region
        self.factor = factor
        self.hasAlpha = hasAlpha
        pixels.reserveCapacity(4 * region.size.divided(by: factor).count)
        if factor > 1 { band.reserveCapacity(4 * region.width * factor) }
    }

    /// Whether all rows that matter have come.
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

    /// The pixels, which are then gone from here; rows that never came are transparent.
    mutating func finish(model: DecodedPixels.Model = .rgba) -> DecodedPixels {
        let size = region.size.divided(by: factor)
        // Moved, since the array would be copied to grow if two owned it.
        var bytes: [UInt8] = []
        swap(&bytes, &pixels)
        let missing = 4 * size.count - bytes.count
        bytes.append(contentsOf: repeatElement(0, count: missing))
        return DecodedPixels(
            size: size, bytes: bytes, model: model, hasAlpha: hasAlpha || missing > 0, isCut: missing > 0)
    }

    private mutating func reduceBand() {
        let rows = Bitmap(
            width: region.width, height: band.count / (4 * region.width), pixels: band, isOpaque: !hasAlpha)
        pixels.append(contentsOf: rows.scaled(toWidth: region.size.divided(by: factor).width, height: 1).pixels)
        band.removeAll(keepingCapacity: true)
    }
}
