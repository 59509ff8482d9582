import Basics

/// Opaque colors sampled from part of a bitmap.
struct PixelGrid {
    let width: Int
    let height: Int
    /// The pixels inside the bitmap; all others in `colors` are undefined.
    let columnsInside: Range<Int>
    let rowsInside: Range<Int>
    /// Row by row from the top.
    private(set) var colors: [RGB]

    init(_ bitmap: Bitmap, part: PixelRect, width: Int, height: Int, background: RGB) {
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
                        colors[row * width + x] = LinearLight.color(of: light, in: bytes)
                    }
                }
            }
        }
    }

    /// Returns the grid with each color as bright as its hue allows.
    func vivid() -> PixelGrid {
        var grid = self
        for index in grid.colors.indices {
            let color = SIMD4<Float>(grid.colors[index])
            let brightest = color.max()
            let vivid = brightest > 0 ? color * (255 / brightest) + 0.5 : SIMD4(repeating: 255)
            grid.colors[index] = RGB(UInt8(vivid.x), UInt8(vivid.y), UInt8(vivid.z))
        }
        return grid
    }
}
