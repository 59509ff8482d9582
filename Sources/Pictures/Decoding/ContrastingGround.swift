import CellArt

/// The gray that a picture's transparent parts show, so that no drawing vanishes on the terminal's own background.
struct ContrastingGround: Hashable, Sendable {
    let gray: UInt8

    /// The gray that the fewest of a bitmap's pixels are close to.
    init(for bitmap: Bitmap) {
        var weights = [Int](repeating: 0, count: 256)
        let pixelCount = bitmap.pixels.count / 4
        let step = max(1, pixelCount / Self.maxSamples)
        for pixel in stride(from: 0, to: pixelCount, by: step) {
            let (red, green, blue) = (
                Int(bitmap.pixels[4 * pixel]), Int(bitmap.pixels[4 * pixel + 1]), Int(bitmap.pixels[4 * pixel + 2])
            )
            // Luma in 256ths (ITU-R BT.709).
            weights[(54 * red + 183 * green + 19 * blue) >> 8] += Int(bitmap.pixels[4 * pixel + 3])
        }
        func closeWeight(_ gray: UInt8) -> Int {
            let range = max(0, Int(gray) - Self.closeness)...min(255, Int(gray) + Self.closeness)
            return weights[range].reduce(0, +)
        }
        gray = Self.candidates.min { closeWeight($0) < closeWeight($1) } ?? Self.candidates[0]
    }

    /// The first is taken where all do as well.
    private static let candidates: [UInt8] = [0x28, 0xE0, 0x80]
    /// How far in luma a pixel may be from a gray and still be hard to tell from it.
    private static let closeness = 56
    private static let maxSamples = 1 << 16
}

extension Bitmap {
    /// The bitmap over an opaque ground.
    func laid(on ground: ContrastingGround) -> Bitmap {
        let gray = UInt32(ground.gray)
        var pixels = pixels
        pixels.withUnsafeMutableBufferPointer { pixels in
            for pixel in stride(from: 0, to: pixels.count, by: 4) {
                let alpha = UInt32(pixels[pixel + 3])
                guard alpha < 255 else { continue }
                for channel in pixel..<pixel + 3 {
                    pixels[channel] = UInt8((UInt32(pixels[channel]) * alpha + gray * (255 - alpha) + 127) / 255)
                }
                pixels[pixel + 3] = 255
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)
    }
}

extension PictureLevel {
    /// The level as it is shown: transparent parts lie on a ground that contrasts with the picture, while those that are
    /// missing because the data was cut stay transparent.
    func onGround() -> PictureLevel {
        bitmap.isOpaque || isCut ? self : with(bitmap.laid(on: ContrastingGround(for: bitmap)))
    }
}
