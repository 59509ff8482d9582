import CellArt

/// The gray behind a picture's transparent parts, chosen so that no drawing disappears against the background.
struct ContrastingBackground: Hashable, Sendable {
    let gray: UInt8

    /// Chooses the gray with the fewest similar pixels in a bitmap.
    init(for bitmap: Bitmap) {
        var weights = [Int](repeating: 0, count: 256)
        let pixelCount = bitmap.pixels.count / 4
        let step = max(1, pixelCount / Self.maxSamples)
        for pixel in stride(from: 0, to: pixelCount, by: step) {
            let (red, green, blue) = (
                Int(bitmap.pixels[4 * pixel]), Int(bitmap.pixels[4 * pixel + 1]), Int(bitmap.pixels[4 * pixel + 2])
            )
            // ITU-R BT.709 luma, in units of 1/256.
            weights[(54 * red + 183 * green + 19 * blue) >> 8] += Int(bitmap.pixels[4 * pixel + 3])
        }
        func closeWeight(_ gray: UInt8) -> Int {
            let range = max(0, Int(gray) - Self.closeness)...min(255, Int(gray) + Self.closeness)
            return weights[range].reduce(0, +)
        }
        gray = Self.candidates.min { closeWeight($0) < closeWeight($1) } ?? Self.candidates[0]
    }

    /// In a tie, the first one is chosen.
    private static let candidates: [UInt8] = [0x28, 0xE0, 0x80]
    /// The maximum difference in luma between a gray and a pixel that is hard to distinguish from it.
    private static let closeness = 56
    private static let maxSamples = 1 << 16
}

extension Bitmap {
    /// Returns the bitmap composited onto an opaque background.
    func composited(on background: ContrastingBackground) -> Bitmap {
        let gray = UInt32(background.gray)
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
    /// Returns the level for display, with transparent parts composited onto a contrasting gray. Parts that are missing
    /// because the data is truncated stay transparent.
    func onContrastingBackground() -> PictureLevel {
        if bitmap.isOpaque || isTruncated { return self }
        var level = with(bitmap.composited(on: ContrastingBackground(for: bitmap)))
        level.isComposited = true
        return level
    }
}
