/// How far the content of a picture is from that of another one, as in photos of one scene taken by hand.
struct PictureShift: Equatable, Sendable {
    /// What is at x and y in the picture is at these distances from there in the other one, in pixels.
    let (x, y): (Int, Int)

    /// The side up to which all shifts are tried. Larger pictures are halved first, and the result is refined.
    private static let maxSearchedSide = 80
    /// The largest shift, as a divisor of the picture's width and height.
    private static let maxShift = 16
    /// The share of the differences that remain at most if the pictures show the same scene. More can be chance.
    private static let maxRemainder = 0.7

    static let none = Self(x: 0, y: 0)

    private init(x: Int, y: Int) {
        (self.x, self.y) = (x, y)
    }

    /// Finds the shift of a picture against another one of the same size; none if no shift explains the differences.
    init(of bitmap: Bitmap, from reference: Bitmap) {
        let (one, other) = (LumaPlane(bitmap), LumaPlane(reference))
        let remaining = one.difference(from: other, at: .none)
        let shift = Self.best(one, other)
        self = one.difference(from: other, at: shift) < Self.maxRemainder * remaining ? shift : .none
    }

    private static func best(_ one: LumaPlane, _ other: LumaPlane) -> PictureShift {
        guard max(one.width, one.height) > maxSearchedSide, min(one.width, one.height) > 1 else {
            return nearest(.none, within: (one.width / maxShift, one.height / maxShift), one, other)
        }
        let coarse = best(one.halved(), other.halved())
        return nearest(Self(x: 2 * coarse.x, y: 2 * coarse.y), within: (1, 1), one, other)
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

    /// Returns the values of the other picture where they are in the picture; those of the picture where the other has none.
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
    /// The variance of the differences of brightness: another exposure, the same everywhere, is none.
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
