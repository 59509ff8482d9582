import Basics

/// Decoded pixels: 8 bits per channel, sRGB, straight (not premultiplied) alpha, upright.
public struct Bitmap: Sendable, Equatable {
    public let width: Int
    public let height: Int
    /// Red, green, blue and alpha of each pixel, row by row from the top, without padding.
    public let pixels: [UInt8]
    /// Whether every alpha is 255.
    public let isOpaque: Bool

    /// - Precondition: width and height are positive and `pixels` has 4 x width x height bytes.
    public init(width: Int, height: Int, pixels: [UInt8], isOpaque: Bool) {
        precondition(width > 0 && height > 0 && pixels.count == 4 * width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
        self.isOpaque = isOpaque
    }
}

extension PixelRect {
    /// The whole bitmap.
    public init(all bitmap: Bitmap) {
        self.init(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height))
    }

    /// Converts a rectangle from pixels of a picture to pixels of a bitmap that shows the picture in another size.
    public func scaled(from size: PixelSize, to bitmap: Bitmap) -> PixelRect {
        let (across, down) = (
            Double(bitmap.width) / Double(size.width), Double(bitmap.height) / Double(size.height)
        )
        return PixelRect(x: x * across, y: y * down, width: width * across, height: height * down)
    }

    /// Converts a rectangle from fractions of a bitmap's size to pixels.
    public func scaled(to bitmap: Bitmap) -> PixelRect {
        let (across, down) = (Double(bitmap.width), Double(bitmap.height))
        return PixelRect(x: x * across, y: y * down, width: width * across, height: height * down)
    }
}

extension Bitmap {
    /// Returns the bitmap in another size. Each pixel is the average, in linear light, of the area it covers; enlarged
    /// pixels stay sharp squares.
    /// - Precondition: width and height are positive.
    public func scaled(toWidth width: Int, height: Int) -> Bitmap {
        precondition(width > 0 && height > 0)
        if width == self.width && height == self.height { return self }
        return scaled(PixelRect(all: self), toWidth: width, height: height)
    }

    /// Returns part of the bitmap in another size, like `scaled(toWidth:height:)`. Pixels outside the bitmap are
    /// transparent.
    /// - Parameter background: the color outside the bitmap for formats without transparency.
    /// - Precondition: width and height are positive, and the part is not empty.
    public func scaled(
        _ part: PixelRect, toWidth width: Int, height: Int, background: RGB = RGB(0, 0, 0)
    ) -> Bitmap {
        precondition(width > 0 && height > 0 && part.width > 0 && part.height > 0)
        let sampler = AreaSampler(self, part: part, width: width, height: height)
        let isWhole = sampler.columns.inside.count == width && sampler.rows.inside.count == height
        let pixels = [UInt8](unsafeUninitializedCapacity: 4 * width * height) { target, count in
            if !isWhole {
                let clear = SIMD4(background.red, background.green, background.blue, 0)
                target.withMemoryRebound(to: SIMD4<UInt8>.self) { $0.update(repeating: clear) }
            }
            LinearLight.bytes.withUnsafeBufferPointer { bytes in
                sampler.forEachRow { row, light in
                    let target = UnsafeMutableBufferPointer(rebasing: target[(4 * row * width)...])
                    if isOpaque {
                        for x in sampler.columns.inside {
                            target.store(LinearLight.color(of: light[x], in: bytes), alpha: 255, at: 4 * x)
                        }
                    } else {
                        for x in sampler.columns.inside {
                            let alpha = light[x].w
                            let color = LinearLight.color(of: alpha > 0 ? light[x] / alpha : light[x], in: bytes)
                            target.store(color, alpha: UInt8(min(255, alpha * 255 + 0.5)), at: 4 * x)
                        }
                    }
                }
            }
            count = 4 * width * height
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: isOpaque && isWhole)
    }

    /// Returns the pixels of a rectangle.
    /// - Precondition: the rectangle is not empty and inside the bitmap.
    public func cropped(x: Int, y: Int, width: Int, height: Int) -> Bitmap {
        precondition(x >= 0 && y >= 0 && x + width <= self.width && y + height <= self.height)
        var cropped: [UInt8] = []
        cropped.reserveCapacity(4 * width * height)
        for row in y..<y + height {
            let start = 4 * (row * self.width + x)
            cropped += pixels[start..<start + 4 * width]
        }
        return Bitmap(width: width, height: height, pixels: cropped, isOpaque: isOpaque)
    }

    /// Returns the bitmap without transparent rows and columns at its edges, and the offset of what remains. A bitmap
    /// without visible pixels stays unchanged.
    public func trimmed() -> (bitmap: Bitmap, x: Int, y: Int) {
        guard !isOpaque else { return (self, 0, 0) }
        let visible = (0..<width * height).filter { pixels[4 * $0 + 3] >= 128 }.bounds(columns: width)
        guard !visible.columns.isEmpty, visible.columns.count < width || visible.rows.count < height else {
            return (self, 0, 0)
        }
        let (x, y) = (visible.columns.lowerBound, visible.rows.lowerBound)
        return (cropped(x: x, y: y, width: visible.columns.count, height: visible.rows.count), x, y)
    }

    /// Returns the bitmap over an opaque color.
    public func composited(on background: RGB) -> Bitmap {
        guard !isOpaque else { return self }
        let ground = SIMD3(UInt32(background.red), UInt32(background.green), UInt32(background.blue))
        var pixels = pixels
        pixels.withUnsafeMutableBufferPointer { pixels in
            for pixel in stride(from: 0, to: pixels.count, by: 4) where pixels[pixel + 3] < 255 {
                let alpha = UInt32(pixels[pixel + 3])
                for channel in 0..<3 {
                    let sum = UInt32(pixels[pixel + channel]) * alpha + ground[channel] * (255 - alpha)
                    pixels[pixel + channel] = UInt8((sum + 127) / 255)
                }
                pixels[pixel + 3] = 255
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)
    }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// Stores the four bytes of a pixel.
    @inline(__always)
    func store(_ color: RGB, alpha: UInt8, at index: Int) {
        self[index] = color.red
        self[index + 1] = color.green
        self[index + 2] = color.blue
        self[index + 3] = alpha
    }
}
