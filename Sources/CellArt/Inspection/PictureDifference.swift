/// Where a picture differs visibly from another one of the same view.
///
/// If the content of one is shifted, as in photos taken by hand, the pictures are aligned first (`PictureShift`). If one is
/// brighter as a whole, its exposure is matched (`ExposureMatch`), so that only what else differs counts.
///
/// Lightness and chroma (BT.601) count as different beyond a threshold, which is higher in fine texture, where the eye
/// notices less and lossy compression errs more. A pixel may also match its neighbors: edges that are scaled from
/// pictures of different sizes can differ by a fraction of a pixel.
public struct PictureDifference: Sendable {
    /// The share of the picture's visible pixels that differ, from 0 to 1.
    public let share: Double
    /// The picture in gray, with a heat tint where it differs.
    public let tinted: Bitmap
    /// Whether one picture had to be shifted to match the other.
    public let isAligned: Bool
    /// Whether the darker picture had to be brightened to match the other.
    public let isExposureMatched: Bool

    /// The least difference that counts: of luma, blue and red chroma, and alpha.
    private static let thresholds = SIMD4<Int16>(10, 12, 12, 128)
    /// The difference above the threshold that has the hottest tint.
    private static let hottest = 64
    /// The share of the range of luma around a pixel that raises the threshold, as a divisor.
    private static let masking: Int16 = 4
    /// The brightness of the picture under the tint.
    private static let dimming: Float = 0.4
    private static let (coolTint, hotTint) = (SIMD4<Float>(214, 54, 24, 0), SIMD4<Float>(255, 236, 110, 0))

    /// Compares two pictures pixel by pixel; nil if they have different sizes. Edges that a shift uncovers count as
    /// equal.
    public init?(of bitmap: Bitmap, from reference: Bitmap) {
        guard bitmap.width == reference.width, bitmap.height == reference.height else { return nil }
        let (width, height) = (bitmap.width, bitmap.height)
        let shift = PictureShift(of: bitmap, from: reference)
        isAligned = shift != .none
        var one = Self.colors(of: bitmap)
        var other = shift.applied(to: Self.colors(of: reference), over: one, width: width)
        let match = ExposureMatch(one, other)
        isExposureMatched = match != nil
        var thresholds = Self.thresholds
        if let match {
            if match.brightensFirst { one = Self.colors(of: bitmap, through: match.table) }
            other = shift.applied(
                to: Self.colors(of: reference, through: match.brightensFirst ? nil : match.table), over: one,
                width: width)
            // Noise is brightened, too.
            let factor = max(1, match.gain)
            for index in 0..<3 { thresholds[index] = Int16(factor * Double(thresholds[index])) }
        }
        var oneRange = NeighborRange(one, width: width)
        var otherRange = NeighborRange(other, width: width)
        var (visible, differing) = (0, 0)
        var pixels = bitmap.pixels
        for row in 0..<height {
            oneRange.load(row)
            otherRange.load(row)
            for column in 0..<width {
                let index = row &* width &+ column
                guard one[index].w >= 128 else { continue }
                visible += 1
                let excess = pointwiseMax(
                    Self.distance(of: one[index], from: otherRange[column]),
                    Self.distance(of: other[index], from: oneRange[column]))
                let activity = max(oneRange.activity(column), otherRange.activity(column)) / Self.masking
                let strength = (excess &- thresholds &- SIMD4(activity, activity, activity, 0)).max()
                if strength > 0 { differing += 1 }
                let color = Self.tint(one[index].x, Int(strength))
                pixels[4 &* index] = color.red
                pixels[4 &* index &+ 1] = color.green
                pixels[4 &* index &+ 2] = color.blue
            }
        }
        share = visible > 0 ? Double(differing) / Double(visible) : 0
        tinted = Bitmap(width: width, height: height, pixels: pixels, isOpaque: bitmap.isOpaque)
    }

    /// Returns luma, chroma and alpha of each pixel, all from 0 to 255.
    ///
    /// - Parameter table: the values that replace those of the channels.
    private static func colors(of bitmap: Bitmap, through table: [UInt8]? = nil) -> [SIMD4<Int16>] {
        let count = bitmap.width * bitmap.height
        let table = table ?? Array(0...255)
        return [SIMD4<Int16>](unsafeUninitializedCapacity: count) { colors, written in
            bitmap.pixels.withUnsafeBufferPointer { pixels in
                for index in 0..<count {
                    let (red, green, blue) = (
                        Int32(table[Int(pixels[4 &* index])]), Int32(table[Int(pixels[4 &* index &+ 1])]),
                        Int32(table[Int(pixels[4 &* index &+ 2])])
                    )
                    let luma = (77 &* red &+ 150 &* green &+ 29 &* blue) >> 8
                    let alpha = Int16(pixels[4 &* index &+ 3])
                    colors[index] =
                        alpha < 128
                        ? SIMD4(0, 128, 128, alpha)
                        : SIMD4(
                            Int16(luma), Int16(128 &+ (145 &* (blue &- luma)) >> 8),
                            Int16(128 &+ (183 &* (red &- luma)) >> 8), alpha)
                }
            }
            written = count
        }
    }

    private static func distance(
        of color: SIMD4<Int16>, from range: (low: SIMD4<Int16>, high: SIMD4<Int16>)
    ) -> SIMD4<Int16> {
        pointwiseMax(pointwiseMax(color &- range.high, range.low &- color), .zero)
    }

    private static func tint(_ luma: Int16, _ strength: Int) -> RGB {
        let gray = dimming * Float(luma)
        guard strength > 0 else { return RGB(UInt8(gray), UInt8(gray), UInt8(gray)) }
        let heat = Float(min(strength, hottest)) / Float(hottest)
        let color = coolTint + (hotTint - coolTint) * heat
        return RGB(UInt8(color.x), UInt8(color.y), UInt8(color.z))
    }
}

/// The least and the greatest values among each pixel of a row and its eight neighbors.
private struct NeighborRange {
    private let colors: [SIMD4<Int16>]
    private let width: Int
    /// Of each column in three rows.
    private var low: [SIMD4<Int16>]
    private var high: [SIMD4<Int16>]

    init(_ colors: [SIMD4<Int16>], width: Int) {
        self.colors = colors
        self.width = width
        low = Array(repeating: .zero, count: width)
        high = low
    }

    mutating func load(_ row: Int) {
        let above = max(0, row - 1) * width
        let below = min(colors.count / width - 1, row + 1) * width
        for column in 0..<width {
            let values = (colors[above &+ column], colors[row &* width &+ column], colors[below &+ column])
            low[column] = pointwiseMin(pointwiseMin(values.0, values.1), values.2)
            high[column] = pointwiseMax(pointwiseMax(values.0, values.1), values.2)
        }
    }

    subscript(column: Int) -> (low: SIMD4<Int16>, high: SIMD4<Int16>) {
        let (left, right) = (max(0, column &- 1), min(width &- 1, column &+ 1))
        return (
            pointwiseMin(pointwiseMin(low[left], low[column]), low[right]),
            pointwiseMax(pointwiseMax(high[left], high[column]), high[right])
        )
    }

    /// The range of luma around a pixel.
    func activity(_ column: Int) -> Int16 {
        let range = self[column]
        return range.high.x &- range.low.x
    }
}
