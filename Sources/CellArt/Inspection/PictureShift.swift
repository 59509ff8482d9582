/// How far the content of a picture is from that of another one, as in photos of one scene taken by hand.
public struct PictureShift: Equatable, Sendable {
    /// The distance in pixels from a detail of the picture to the same detail in the other one.
    public let (x, y): (Int, Int)

    /// The side up to which all shifts are tried. Larger pictures are halved first, and the result is refined.
    private static let maxSearchedSide = 80
    /// The largest shifts of a whole view and of a part of a scene, as divisors of the picture's width and height.
    private static let (maxShift, maxShiftOfPart) = (16, 4)
    /// The maximum share of the differences that remains in pictures of the same scene. With more, the shift can be
    /// chance.
    private static let maxRemainder = 0.7
    /// The least similarity of pictures of one scene.
    private static let minSimilarity = 0.6

    static let none = Self(x: 0, y: 0)

    private init(x: Int, y: Int) {
        (self.x, self.y) = (x, y)
    }

    /// Finds the shift of a picture against another one of the same size. Zero if no shift fits.
    init(of bitmap: Bitmap, from reference: Bitmap) {
        let (one, other) = (LumaPlane(bitmap), LumaPlane(reference))
        let remaining = one.difference(from: other, at: .none)
        let shift = Self.best(one, other, within: Self.maxShift).shift
        self = one.difference(from: other, at: shift) < Self.maxRemainder * remaining ? shift : .none
    }

    /// Finds the shift of a part of a scene against the same part of another photo.
    /// - Returns: nil if they don't show the same, or have different sizes.
    public init?(ofPart part: Bitmap, from reference: Bitmap) {
        guard part.width == reference.width, part.height == reference.height else { return nil }
        let best = Self.best(LumaPlane(part), LumaPlane(reference), within: Self.maxShiftOfPart)
        guard best.similarity >= Self.minSimilarity else { return nil }
        self = best.shift
    }

    /// Returns the best shift, and how similar the pictures then are in outline: 1 if they are equal, 0 if they have nothing
    /// in common. Blur hardly changes outlines.
    private static func best(
        _ one: LumaPlane, _ other: LumaPlane, within divisor: Int
    ) -> (shift: PictureShift, similarity: Double) {
        guard max(one.width, one.height) > maxSearchedSide, min(one.width, one.height) > 1 else {
            let shift = nearest(.none, within: (one.width / divisor, one.height / divisor), one, other)
            let total = one.variance + other.variance
            return (shift, total > 0 ? 1 - one.difference(from: other, at: shift) / total : 0)
        }
        let coarse = best(one.halved(), other.halved(), within: divisor)
        let shift = nearest(
            Self(x: 2 * coarse.shift.x, y: 2 * coarse.shift.y), within: (1, 1), one, other)
        return (shift, coarse.similarity)
    }

    /// Returns the best shift around a given one.
    private static func nearest(
        _ middle: PictureShift, within range: (x: Int, y: Int), _ one: LumaPlane, _ other: LumaPlane
    ) -> PictureShift {
        var best = (shift: middle, difference: one.difference(from: other, at: middle))
        for y in middle.y - range.y...middle.y + range.y {
            for x in middle.x - range.x...middle.x + range.x where Self(x: x, y: y) != middle {
                let shift = Self(x: x, y: y)
                let difference = one.difference(from: other, at: shift)
                if difference < best.difference { best = (shift, difference) }
            }
        }
        return best.shift
    }

    /// Returns the values of the other picture, shifted to align with the first one. The `values` of the first picture
    /// remain at the uncovered edges.
    func applied<Value>(to other: [Value], over values: [Value], width: Int) -> [Value] {
        guard self != .none else { return other }
        var result = values
        let columns = max(0, -x)..<min(width, width - x)
        for row in 0..<values.count / width where (0..<values.count / width).contains(row + y) {
            for column in columns {
                result[row &* width &+ column] = other[(row &+ y) &* width &+ column &+ x]
            }
        }
        return result
    }
}

extension LumaPlane {
    fileprivate var variance: Double {
        let mean = values.reduce(0.0) { $0 + Double($1) } / Double(max(1, values.count))
        return values.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(max(1, values.count))
    }

    /// The variance of the differences in brightness, which a uniform change of exposure doesn't affect.
    fileprivate func difference(from other: LumaPlane, at shift: PictureShift) -> Double {
        let columns = max(0, -shift.x)..<min(width, width - shift.x)
        let rows = max(0, -shift.y)..<min(height, height - shift.y)
        guard !columns.isEmpty, !rows.isEmpty else { return .infinity }
        var (total, squares) = (0.0, 0.0)
        values.withUnsafeBufferPointer { one in
            other.values.withUnsafeBufferPointer { other in
                for row in rows {
                    let start = row &* width
                    let offset = shift.y &* width &+ shift.x
                    var (rowTotal, rowSquares): (Float, Float) = (0, 0)
                    for index in start &+ columns.lowerBound..<start &+ columns.upperBound {
                        let difference = one[index] - other[index &+ offset]
                        rowTotal += difference
                        rowSquares += difference * difference
                    }
                    total += Double(rowTotal)
                    squares += Double(rowSquares)
                }
            }
        }
        let count = Double(columns.count * rows.count)
        return squares / count - (total / count) * (total / count)
    }
}
