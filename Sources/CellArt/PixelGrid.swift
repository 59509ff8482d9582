/// The opaque colors that a picture of cells is made from, sampled from a part of a bitmap.
struct PixelGrid {
    let width: Int
    let height: Int
    /// What lies inside the bitmap; the rest of `colors` is meaningless.
    let columnsInside: Range<Int>
    let rowsInside: Range<Int>
    /// Row by row from the top.
    private(set) var colors: [RGB]

    init(_ bitmap: Bitmap, part: BitmapPart, width: Int, height: Int, background: RGB) {
        let sampler = AreaSampler(bitmap, part: part, width: width, height: height)
        self.width = width
        self.height = height
        columnsInside = sampler.columns.inside
        rowsInside = sampler.rows.inside
        colors = [RGB](repeating: background, count: width * height)
        let light = LinearLight.ofByte
        let backgroundLight = SIMD4(
            light[Int(background.red)], light[Int(background.green)], light[Int(background.blue)], 0)
        colors.withUnsafeMutableBufferPointer { colors in
            LinearLight.bytes.withUnsafeBufferPointer { bytes in
                sampler.forEachRow { row, pixels in
                    for x in sampler.columns.inside {
                        let light = pixels[x] + backgroundLight * (1 - pixels[x].w)
                        colors[row * width + x] = RGB(
                            LinearLight.byte(of: light.x, in: bytes), LinearLight.byte(of: light.y, in: bytes),
                            LinearLight.byte(of: light.z, in: bytes))
                    }
                }
            }
        }
    }

    func isInside(x: Int, y: Int) -> Bool {
        columnsInside.contains(x) && rowsInside.contains(y)
    }
}
