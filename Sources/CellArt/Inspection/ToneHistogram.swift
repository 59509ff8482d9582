/// How often each tone occurs in a picture, and how much of it is clipped.
public struct ToneHistogram: Hashable, Sendable {
    /// The number of pixels by BT.601 luma, red, green and blue, each from 0 to 255.
    public let (luma, red, green, blue): ([Int], [Int], [Int], [Int])
    /// Whether red, green and blue are the same in all pixels.
    public let isGray: Bool
    /// The share of pixels that are black, from 0 to 1.
    public let clippedShadows: Double
    /// The share of pixels in which red, green or blue is at its maximum, from 0 to 1.
    public let clippedHighlights: Double

    /// The number of pixels counted, evenly spread over a larger picture.
    private static let maxSamples = 1 << 18
    /// Lossy compression makes black and white differ by a level.
    private static let (maxBlack, minClipped) = (UInt8(1), UInt8(254))

    /// Counts the visible pixels.
    public init(_ bitmap: Bitmap) {
        let count = bitmap.width * bitmap.height
        // An odd step, which is no multiple of most widths, doesn't count the same columns in each row.
        let step = count / Self.maxSamples | 1
        var (luma, red, green, blue) = ([Int](repeating: 0, count: 256), [0], [0], [0])
        (red, green, blue) = (luma, luma, luma)
        var (total, shadows, highlights, isGray) = (0, 0, 0, true)
        bitmap.pixels.withUnsafeBufferPointer { pixels in
            for index in stride(from: 0, to: 4 * count, by: 4 * step) where pixels[index + 3] >= 128 {
                let color = RGB(pixels[index], pixels[index + 1], pixels[index + 2])
                luma[Int(color.luma + 0.5)] += 1
                red[Int(color.red)] += 1
                green[Int(color.green)] += 1
                blue[Int(color.blue)] += 1
                total += 1
                let brightest = max(color.red, color.green, color.blue)
                if brightest >= Self.minClipped { highlights += 1 }
                if brightest <= Self.maxBlack { shadows += 1 }
                isGray = isGray && color.red == color.green && color.green == color.blue
            }
        }
        (self.luma, self.red, self.green, self.blue, self.isGray) = (luma, red, green, blue, isGray)
        clippedShadows = total > 0 ? Double(shadows) / Double(total) : 0
        clippedHighlights = total > 0 ? Double(highlights) / Double(total) : 0
    }
}
