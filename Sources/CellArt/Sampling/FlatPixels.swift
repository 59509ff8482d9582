/// The opaque pixels that cells are sampled from. Where a bitmap has far more than there can be seen, it is averaged first,
/// in linear light.
///
/// From there on all is done in sRGB: the two colors of a cell are means, and as means of light they would be too bright
/// for the dark half of what they stand for, which costs 0.6 dB.
struct FlatPixels {
    /// How many pixels a cell has where they are averaged first. With up to twice as many across and down there is no more to
    /// be seen, but averaging them takes six times as long as all the rest.
    private static let finest = (columns: 8, rows: 16)

    let width: Int
    let height: Int
    /// Red, green, blue and a byte without meaning for each pixel, row by row.
    let bytes: [UInt8]
    /// Where the cells lie in these pixels.
    let part: BitmapPart

    /// - Precondition: the part and the bitmap meet, and neither is empty.
    init(_ bitmap: Bitmap, part: BitmapPart, columns: Int, rows: Int, background: RGB) {
        let finestWidth = Self.finest.columns * columns
        let finestHeight = Self.finest.rows * rows
        let isTooFine = part.width > Double(2 * finestWidth) || part.height > Double(2 * finestHeight)
        if bitmap.isOpaque && !isTooFine {
            (width, height, bytes, self.part) = (bitmap.width, bitmap.height, bitmap.pixels, part)
            return
        }
        let averaged = isTooFine ? part : BitmapPart(all: bitmap)
        let sampler = AreaSampler(
            bitmap, part: averaged, width: isTooFine ? finestWidth : bitmap.width,
            height: isTooFine ? finestHeight : bitmap.height)
        width = sampler.columns.inside.count
        height = sampler.rows.inside.count
        bytes = sampler.opaqueBytes(over: background)
        self.part =
            isTooFine
            ? BitmapPart(
                x: -Double(sampler.columns.inside.lowerBound), y: -Double(sampler.rows.inside.lowerBound),
                width: Double(finestWidth), height: Double(finestHeight))
            : part
    }
}

extension AreaSampler {
    /// The pixels inside of the bitmap over a background, four bytes each, of which the last means nothing.
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
                        target[index] = LinearLight.byte(of: light.x, in: bytes)
                        target[index + 1] = LinearLight.byte(of: light.y, in: bytes)
                        target[index + 2] = LinearLight.byte(of: light.z, in: bytes)
                        target[index + 3] = 255
                        index += 4
                    }
                }
            }
            count = byteCount
        }
    }
}
