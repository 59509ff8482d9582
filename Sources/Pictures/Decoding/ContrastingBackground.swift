import CellArt

/// The gray behind a picture's transparent parts, chosen so that the drawing stands out, and the drawing's range of
/// shades, which shows whether another background would do.
///
/// A checkerboard's squares would be as large as cells and hide the drawing in a thumbnail.
struct ContrastingBackground: Hashable, Sendable {
    let gray: UInt8
    /// The luma of nearly all of the picture's visible pixels.
    let shades: ClosedRange<UInt8>

    init(gray: UInt8, shades: ClosedRange<UInt8>) {
        self.gray = gray
        self.shades = shades
    }

    /// Chooses the gray with the fewest similar pixels in a bitmap.
    init(for bitmap: Bitmap) {
        var weights = [Int](repeating: 0, count: 256)
        let pixelCount = bitmap.pixels.count / 4
        let step = max(1, pixelCount / Self.maxSamples)
        for pixel in stride(from: 0, to: pixelCount, by: step) {
            let color = RGB(bitmap.pixels[4 * pixel], bitmap.pixels[4 * pixel + 1], bitmap.pixels[4 * pixel + 2])
            weights[Int(color.luma)] += Int(bitmap.pixels[4 * pixel + 3])
        }
        func closeWeight(_ gray: UInt8) -> Int {
            let range = max(0, Int(gray) - Self.closeness)...min(255, Int(gray) + Self.closeness)
            return weights[range].reduce(0, +)
        }
        let gray = Self.candidates.min { closeWeight($0) < closeWeight($1) } ?? Self.candidates[0]
        let ignored = weights.reduce(0, +) / Self.ignoredShare
        /// Returns the first luma at which more than the ignored pixels have been counted.
        func shade(in order: some Sequence<UInt8>) -> UInt8 {
            var count = 0
            return order.first { luma in
                count += weights[Int(luma)]
                return count > ignored
            } ?? gray
        }
        self.gray = gray
        let darkest = shade(in: UInt8.min...UInt8.max)
        shades = darkest...max(darkest, shade(in: (UInt8.min...UInt8.max).reversed()))
    }

    /// Returns whether the picture is visible on another background: false if nearly all of its pixels have a similar
    /// shade.
    func isNeedless(on background: RGB) -> Bool {
        let luma = Int(background.luma)
        return Int(shades.lowerBound) < luma - Self.closeness || Int(shades.upperBound) > luma + Self.closeness
    }

    /// In a tie, the first one is chosen.
    private static let candidates: [UInt8] = [0x28, 0xE0, 0x80]
    /// Pixels within this difference in luma are hard to see against a gray.
    private static let closeness = 56
    private static let maxSamples = 1 << 16
    /// The share of the pixels at each end of the shades that may be invisible, as a divisor.
    private static let ignoredShare = 50
}

extension RGB {
    /// ITU-R BT.709 luma, in integers.
    fileprivate var luma: UInt8 {
        let (red, green, blue) = (Int(red), Int(green), Int(blue))
        return UInt8((54 * red + 183 * green + 19 * blue) >> 8)
    }
}

extension PictureLevel {
    /// Returns the level with a background for its transparent parts. A truncated level stays as it is, so that its
    /// missing parts remain transparent.
    func withContrastingBackground() -> PictureLevel {
        guard contrast == nil, !bitmap.isOpaque, !isTruncated else { return self }
        var level = self
        level.contrast = ContrastingBackground(for: bitmap)
        return level
    }

    /// The bitmap for display on an unknown background.
    public var opaqueBitmap: Bitmap {
        contrast.map { bitmap.composited(on: RGB($0.gray, $0.gray, $0.gray)) } ?? bitmap
    }

    /// Returns the bitmap for display in a style: on the terminal's background if the style shows it and the picture is
    /// visible on it, otherwise on the contrasting gray.
    public func bitmap(in style: ArtStyle) -> Bitmap {
        isTransparent(in: style) ? bitmap.composited(on: style.background) : opaqueBitmap
    }

    /// Returns whether the terminal's background shows through the picture.
    func isTransparent(in style: ArtStyle) -> Bool {
        guard let contrast, style.showsBackground else { return false }
        return contrast.isNeedless(on: style.background)
    }
}
