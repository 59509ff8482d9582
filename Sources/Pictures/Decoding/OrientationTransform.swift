import Albums

extension Orientation {
    /// Returns stored pixels of four bytes in upright orientation.
    func rotated(_ pixels: [UInt8], size: PixelSize) -> [UInt8] {
        guard self != .upright else { return pixels }
        let upright = rotated(size)
        return [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
            pixels.withUnsafeBytes { source in
                let stored = source.assumingMemoryBound(to: UInt32.self)
                target.withMemoryRebound(to: UInt32.self) { rotated in
                    forEachBlock(of: upright) { columns, y in
                        for x in columns {
                            rotated[y * upright.width + x] = stored[index(x: x, y: y, in: size)]
                        }
                    }
                }
            }
            count = pixels.count
        }
    }

    /// Returns the index of the stored pixel for an upright position.
    @inline(__always)
    private func index(x: Int, y: Int, in size: PixelSize) -> Int {
        let (column, row) = swapsAxes ? (y, x) : (x, y)
        return (mirrorsRows ? size.height - 1 - row : row) * size.width
            + (mirrorsColumns ? size.width - 1 - column : column)
    }

    /// Visits a picture in square blocks, for cache locality when rows become columns.
    private func forEachBlock(of size: PixelSize, _ body: (_ columns: Range<Int>, _ y: Int) -> Void) {
        let side = 32
        for top in stride(from: 0, to: size.height, by: side) {
            for left in stride(from: 0, to: size.width, by: side) {
                for y in top..<min(top + side, size.height) {
                    body(left..<min(left + side, size.width), y)
                }
            }
        }
    }
}
