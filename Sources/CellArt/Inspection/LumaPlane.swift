/// The brightness of each pixel (BT.601 luma, 0 to 255), row by row.
struct LumaPlane {
    let width: Int
    let height: Int
    let values: [Float]

    init(_ bitmap: Bitmap) {
        width = bitmap.width
        height = bitmap.height
        let count = width * height
        values = [Float](unsafeUninitializedCapacity: count) { values, written in
            bitmap.pixels.withUnsafeBufferPointer { pixels in
                for index in 0..<count {
                    values[index] =
                        0.299 * Float(pixels[4 &* index]) + 0.587 * Float(pixels[4 &* index &+ 1])
                        + 0.114 * Float(pixels[4 &* index &+ 2])
                }
            }
            written = count
        }
    }

    private init(width: Int, height: Int, values: [Float]) {
        self.width = width
        self.height = height
        self.values = values
    }

    /// The means of squares of four pixels.
    func halved() -> LumaPlane {
        let (columns, rows) = (width / 2, height / 2)
        var result = [Float](repeating: 0, count: columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let index = 2 &* (row &* width &+ column)
                result[row &* columns &+ column] =
                    (values[index] + values[index &+ 1] + values[index &+ width] + values[index &+ width &+ 1]) / 4
            }
        }
        return LumaPlane(width: columns, height: rows, values: result)
    }

    /// The variance of noise, estimated in the flattest parts: the tenth percentile of blocks.
    var noiseVariance: Double {
        let block = Self.blockSide
        var means: [Float] = []
        values.withUnsafeBufferPointer { values in
            for top in stride(from: 1, to: height - block, by: block) {
                for left in stride(from: 1, to: width - block, by: block) {
                    var sum: Float = 0
                    for row in top..<top + block {
                        for column in left..<left + block {
                            let index = row &* width &+ column
                            let (above, below) = (index &- width, index &+ width)
                            let edges = values[above] + values[below] + values[index &- 1] + values[index &+ 1]
                            let corners =
                                values[above &- 1] + values[above &+ 1] + values[below &- 1] + values[below &+ 1]
                            sum += abs(4 * values[index] - 2 * edges + corners)
                        }
                    }
                    means.append(sum / Float(block * block))
                }
            }
        }
        guard !means.isEmpty else { return 0 }
        means.sort()
        // √(π/2) / 6 turns the mean of the filter's absolute values into a deviation; the percentile is a tenth too low.
        let deviation = Double(means[means.count / 10]) * 0.2089 / 0.9
        return deviation * deviation
    }

    private static let blockSide = 16

    /// Returns the means of `length` pixels in each row. Those at the ends are undefined.
    func blurredAcross(_ length: Int) -> LumaPlane {
        var result = values
        result.withUnsafeMutableBufferPointer { result in
            values.withUnsafeBufferPointer { values in
                for row in 0..<height {
                    let start = row &* width
                    var sum: Float = 0
                    for column in 0..<length { sum += values[start &+ column] }
                    for column in length / 2..<width - length / 2 {
                        result[start &+ column] = sum / Float(length)
                        let first = start &+ column &- length / 2
                        // The sum isn't needed after the last pixel.
                        if column &+ length / 2 &+ 1 < width { sum += values[first &+ length] - values[first] }
                    }
                }
            }
        }
        return LumaPlane(width: width, height: height, values: result)
    }

    /// Returns the means of `length` pixels in each column. Those at the ends are undefined.
    func blurredDown(_ length: Int) -> LumaPlane {
        var result = values
        var sums = [Float](repeating: 0, count: width)
        result.withUnsafeMutableBufferPointer { result in
            values.withUnsafeBufferPointer { values in
                sums.withUnsafeMutableBufferPointer { sums in
                    for row in 0..<length {
                        for column in 0..<width { sums[column] += values[row &* width &+ column] }
                    }
                    for row in length / 2..<height - length / 2 {
                        for column in 0..<width { result[row &* width &+ column] = sums[column] / Float(length) }
                        let first = row &- length / 2
                        guard first &+ length < height else { break }
                        for column in 0..<width {
                            sums[column] +=
                                values[(first &+ length) &* width &+ column] - values[first &* width &+ column]
                        }
                    }
                }
            }
        }
        return LumaPlane(width: width, height: height, values: result)
    }

    /// The mean square of the horizontal Sobel filter, without a margin.
    func energyAcross(_ margin: Int) -> Double { energy(step: 1, side: width, margin) }

    /// The mean square of the vertical Sobel filter, without a margin.
    func energyDown(_ margin: Int) -> Double { energy(step: width, side: 1, margin) }

    private func energy(step: Int, side: Int, _ margin: Int) -> Double {
        var total = 0.0
        values.withUnsafeBufferPointer { values in
            for row in margin..<height - margin {
                var sum: Float = 0
                for index in row &* width &+ margin..<(row &+ 1) &* width &- margin {
                    let (after, before) = (index &+ step, index &- step)
                    let gradient =
                        values[after &- side] + 2 * values[after] + values[after &+ side]
                        - values[before &- side] - 2 * values[before] - values[before &+ side]
                    sum += gradient * gradient
                }
                total += Double(sum)
            }
        }
        return total / Double((width - 2 * margin) * (height - 2 * margin))
    }
}
