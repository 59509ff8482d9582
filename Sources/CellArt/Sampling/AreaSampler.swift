import Basics

/// Averages the area of a bitmap under each target pixel, in linear light with premultiplied alpha.
struct AreaSampler {
    let columns: AxisCoverage
    let rows: AxisCoverage
    private let bitmap: Bitmap

    init(_ bitmap: Bitmap, part: PixelRect, width: Int, height: Int) {
        self.bitmap = bitmap
        columns = AxisCoverage(
            start: part.x, length: part.width, targetCount: width, sourceCount: bitmap.width)
        rows = AxisCoverage(
            start: part.y, length: part.height, targetCount: height, sourceCount: bitmap.height)
    }

    /// Calls `body` with every target row inside the bitmap, from the top, and its pixels: red, green and blue
    /// (premultiplied) and alpha, 0 to 1. Only the pixels in `columns.inside` are defined.
    func forEachRow(_ body: (_ row: Int, _ pixels: UnsafeBufferPointer<SIMD4<Float>>) -> Void) {
        let width = columns.spans.count
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 2 * width) { scratch in
            scratch.initialize(repeating: .zero)
            let narrowed = UnsafeMutableBufferPointer(rebasing: scratch[..<width])
            let sum = UnsafeMutableBufferPointer(rebasing: scratch[width...])
            // A source row shared by several target rows is narrowed only once.
            var narrowedRow = -1
            for row in rows.inside {
                let span = rows.spans[row]
                for offset in 0..<span.count {
                    if narrowedRow != span.first + offset {
                        narrowedRow = span.first + offset
                        narrow(row: narrowedRow, into: narrowed)
                    }
                    let weight = span.weight(at: offset)
                    if offset == 0 {
                        for x in columns.inside { sum[x] = narrowed[x] * weight }
                    } else {
                        for x in columns.inside { sum[x] += narrowed[x] * weight }
                    }
                }
                body(row, UnsafeBufferPointer(sum))
            }
        }
    }

    /// Averages one row of the bitmap horizontally.
    private func narrow(row: Int, into target: UnsafeMutableBufferPointer<SIMD4<Float>>) {
        let start = 4 * bitmap.width * row
        LinearLight.ofByte.withUnsafeBufferPointer { light in
            bitmap.pixels.withUnsafeBufferPointer { pixels in
                let source = UnsafeBufferPointer(rebasing: pixels[start..<(start + 4 * bitmap.width)])
                if bitmap.isOpaque {
                    narrow(into: target) { Self.opaqueLight(source, 4 &* $0, light) }
                } else {
                    narrow(into: target) { Self.premultipliedLight(source, 4 &* $0, light) }
                }
            }
        }
    }

    @inline(__always)
    private func narrow(
        into target: UnsafeMutableBufferPointer<SIMD4<Float>>, lightOfPixel: (Int) -> SIMD4<Float>
    ) {
        columns.spans.withUnsafeBufferPointer { spans in
            for x in columns.inside {
                let span = spans[x]
                var sum = lightOfPixel(span.first) * span.firstWeight
                if span.count > 1 {
                    let last = span.first &+ span.count &- 1
                    var inner = SIMD4<Float>.zero
                    var pixel = span.first &+ 1
                    while pixel < last {
                        inner += lightOfPixel(pixel)
                        pixel &+= 1
                    }
                    sum += inner * span.innerWeight + lightOfPixel(last) * span.lastWeight
                }
                target[x] = sum
            }
        }
    }

    @inline(__always)
    private static func opaqueLight(
        _ source: UnsafeBufferPointer<UInt8>, _ byte: Int, _ light: UnsafeBufferPointer<Float>
    ) -> SIMD4<Float> {
        SIMD4(light[Int(source[byte])], light[Int(source[byte &+ 1])], light[Int(source[byte &+ 2])], 1)
    }

    @inline(__always)
    private static func premultipliedLight(
        _ source: UnsafeBufferPointer<UInt8>, _ byte: Int, _ light: UnsafeBufferPointer<Float>
    ) -> SIMD4<Float> {
        opaqueLight(source, byte, light) * (Float(source[byte &+ 3]) / 255)
    }
}
