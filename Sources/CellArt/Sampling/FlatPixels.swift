import Basics

/// The opaque pixels that cells are sampled from. A bitmap with far more detail than can be seen is first averaged in
/// linear light.
///
/// Everything after that works in sRGB: the two colors of a cell are means, and as means of linear light they would
/// look too bright for the dark half of their pixels, which costs 0.6 dB.
struct FlatPixels {
    /// The number of pixels per cell after averaging. Up to twice as many in each direction add no visible detail, but
    /// averaging them takes six times as long as everything else.
    private static let finest = (columns: 8, rows: 16)

    let width: Int
    let height: Int
    /// Red, green, blue and an undefined byte for each pixel, row by row.
    let bytes: [UInt8]
    /// The part of these pixels that the cells cover.
    let part: PixelRect

    /// - Precondition: the part and the bitmap overlap.
    init(_ bitmap: Bitmap, part: PixelRect, columns: Int, rows: Int, style: ArtStyle) {
        let finestWidth = Self.finest.columns * columns
        let finestHeight = Self.finest.rows * rows
        let isTooFine =
            !style.isInMotion && (part.width > Double(2 * finestWidth) || part.height > Double(2 * finestHeight))
        if bitmap.isOpaque && !isTooFine {
            (width, height, bytes, self.part) = (bitmap.width, bitmap.height, bitmap.pixels, part)
            return
        }
        let averaged = isTooFine ? part : PixelRect(all: bitmap)
        let sampler = AreaSampler(
            bitmap, part: averaged, width: isTooFine ? finestWidth : bitmap.width,
            height: isTooFine ? finestHeight : bitmap.height)
        width = sampler.columns.inside.count
        height = sampler.rows.inside.count
        bytes = sampler.opaqueBytes(over: style.background)
        self.part =
            isTooFine
            ? PixelRect(
                x: -Double(sampler.columns.inside.lowerBound), y: -Double(sampler.rows.inside.lowerBound),
                width: Double(finestWidth), height: Double(finestHeight))
            : part
    }
}

extension AreaSampler {
    /// Returns the pixels inside the bitmap composited onto a background, four bytes each, of which the last is
    /// undefined.
    func opaqueBytes(over background: RGB) -> [UInt8] {
        let light = LinearLight.ofByte
        let backgroundLight = SIMD4(
            light[Int(background.red)], light[Int(background.green)], light[Int(background.blue)], 0)
        let width = columns.inside.count
        let byteCount = 4 * width * rows.inside.count
        return [UInt8](unsafeUninitializedCapacity: byteCount) { target, count in
            LinearLight.bytes.withUnsafeBufferPointer { bytes in
                forEachRow { row, pixels in
                    var index = 4 * width * (row - rows.inside.lowerBound)
                    for x in columns.inside {
                        let light = pixels[x] + backgroundLight * (1 - pixels[x].w)
                        target.store(LinearLight.color(of: light, in: bytes), alpha: 255, at: index)
                        index += 4
                    }
                }
            }
            count = byteCount
        }
    }
}
