import CellArt

/// The colors that represent a picture best, for terminals that show only a few at a time.
///
/// Wu's method ("Efficient Statistical Computations for Optimal Color Quantization", 1991): cuts the color cube into
/// boxes, always the one and at the place that lowers the variance most. Each color is the mean of its box.
struct AdaptivePalette {
    /// Red, green and blue in percent, as Sixel counts them, the most frequent colors first.
    let percentages: [SIMD3<Int32>]
    /// The colors that the terminal shows, from 0 to 255.
    private let colors: [SIMD3<Float>]

    /// - Precondition: `maxColors` is positive. Transparent pixels don't count.
    init(_ bitmap: Bitmap, maxColors: Int) {
        let moments = ColorMoments(bitmap)
        var boxes = [ColorBox.whole]
        var gains = [moments.bestCut(of: .whole)]
        let minRemainder = Self.maxError * moments.sum(in: .whole).w
        while boxes.count < maxColors {
            guard let index = gains.indices.max(by: { gains[$0].gain < gains[$1].gain }),
                gains[index].gain > 0, gains[index].gain * Double(boxes.count) > minRemainder
            else { break }
            let (first, second) = boxes[index].cut(gains[index])
            boxes[index] = first
            boxes.append(second)
            gains[index] = moments.bestCut(of: first)
            gains.append(moments.bestCut(of: second))
        }
        let means = boxes.map { moments.sum(in: $0) }.filter { $0.w > 0 }.sorted { $0.w > $1.w }
        var found: [SIMD3<Int32>] = []
        for mean in means {
            let scaled = SIMD3(mean.x, mean.y, mean.z) / mean.w * (100 / 255)
            let percent = SIMD3<Int32>(scaled.rounded(.toNearestOrAwayFromZero))
            if !found.contains(percent) { found.append(percent) }
        }
        percentages = found.isEmpty ? [SIMD3(0, 0, 0)] : found
        colors = percentages.map { SIMD3<Float>($0) * 2.55 }
    }

    /// More colors are chosen as long as they would lower the squared error of a pixel by about this much, if every box
    /// gained as much as the best one. Pictures in few hues, or none, get fewer colors and thus take fewer bytes.
    private static let maxError = 6.0

    /// The index of a pixel that is not drawn.
    static let transparent = UInt16.max

    /// How much of a difference is spread: less than all of it looks less grainy.
    private static let spread: Float = 0.9
    /// How much farther than the nearest color, by `distance`, the color of a neighbor may be.
    private static let tolerance: Float = 170

    /// The eye sees green best and blue worst.
    fileprivate static func distance(_ difference: SIMD3<Float>) -> Float {
        (difference * difference * SIMD3(2, 4, 1.5)).sum()
    }

    /// Returns the index of the color of each pixel. Part of the difference to the picture's own color is spread over the
    /// neighbors (Floyd and Steinberg), from left to right and back. Colors of neighbors are preferred, because changes of
    /// color take the most bytes.
    func dithered(_ bitmap: Bitmap) -> [UInt16] {
        let (width, height) = (bitmap.width, bitmap.height)
        var nearest = NearestColors(colors)
        // The errors of this row and the next, with a pixel more on each side.
        var errors = [SIMD3<Float>](repeating: .zero, count: 2 * (width + 2))
        return [UInt16](unsafeUninitializedCapacity: width * height) { target, count in
            bitmap.pixels.withUnsafeBufferPointer { pixels in
                errors.withUnsafeMutableBufferPointer { errors in
                    for y in 0..<height {
                        let isForward = y % 2 == 0
                        let row = (y % 2) * (width + 2) + 1
                        let below = ((y + 1) % 2) * (width + 2) + 1
                        let step = isForward ? 1 : -1
                        for index in below - 1..<below + width + 1 { errors[index] = .zero }
                        var x = isForward ? 0 : width - 1
                        for _ in 0..<width {
                            let pixel = 4 * (y * width + x)
                            if pixels[pixel + 3] < 128 {
                                target[y * width + x] = Self.transparent
                            } else {
                                let own = SIMD3(
                                    Float(pixels[pixel]), Float(pixels[pixel + 1]), Float(pixels[pixel + 2]))
                                let wanted = (own + errors[row + x]).clamped(
                                    lowerBound: .zero, upperBound: SIMD3(repeating: 255))
                                var index = nearest.index(of: wanted)
                                var limit = Self.distance(wanted - colors[index]) + Self.tolerance
                                func prefer(_ neighbor: Int) {
                                    let other = target[neighbor]
                                    guard other != Self.transparent else { return }
                                    let distance = Self.distance(wanted - colors[Int(other)])
                                    if distance < limit { (limit, index) = (distance, Int(other)) }
                                }
                                if 0..<width ~= x - step { prefer(y * width + x - step) }
                                if y > 0 { prefer((y - 1) * width + x) }
                                if y > 1 { prefer((y - 2) * width + x) }
                                target[y * width + x] = UInt16(index)
                                let error = (wanted - colors[index]) * (Self.spread / 16)
                                errors[row + x + step] += error * 7
                                errors[below + x - step] += error * 3
                                errors[below + x] += error * 5
                                errors[below + x + step] += error
                            }
                            x += step
                        }
                    }
                }
            }
            count = width * height
        }
    }
}

/// The nearest color of a palette, looked up by the upper six bits of each channel.
private struct NearestColors {
    private let colors: [SIMD3<Float>]
    private var known = [Int16](repeating: -1, count: 1 << 18)

    init(_ colors: [SIMD3<Float>]) {
        self.colors = colors
    }

    mutating func index(of color: SIMD3<Float>) -> Int {
        let bins = SIMD3<Int32>(color) &>> 2
        let key = Int(bins.x << 12 | bins.y << 6 | bins.z)
        if known[key] >= 0 { return Int(known[key]) }
        let middle = SIMD3<Float>(bins) * 4 + 1.5
        var best = (index: 0, distance: Float.infinity)
        for (index, candidate) in colors.enumerated() {
            let distance = AdaptivePalette.distance(candidate - middle)
            if distance < best.distance { best = (index, distance) }
        }
        known[key] = Int16(best.index)
        return best.index
    }
}

/// A part of the color cube, in bins of 8 x 8 x 8 colors.
private struct ColorBox {
    /// For each channel, the bins after `lower` up to `upper`.
    var lower: SIMD3<Int>
    var upper: SIMD3<Int>

    static let whole = ColorBox(lower: SIMD3(repeating: 0), upper: SIMD3(repeating: ColorMoments.bins))

    struct Cut {
        var axis = 0
        var position = 0
        /// By how much the sum of the squared errors gets smaller.
        var gain = 0.0
    }

    func cut(_ cut: Cut) -> (ColorBox, ColorBox) {
        var (first, second) = (self, self)
        first.upper[cut.axis] = cut.position
        second.lower[cut.axis] = cut.position
        return (first, second)
    }
}

/// The number and the sum of the colors in any box of the color cube.
private struct ColorMoments {
    static let bins = 32
    private static let side = bins + 1
    /// The sums of red, green and blue and the number of pixels of all bins up to one.
    private var sums = [SIMD4<Double>](repeating: .zero, count: side * side * side)

    init(_ bitmap: Bitmap) {
        // A quarter of a million pixels are enough to know the colors.
        let step = max(1, bitmap.width * bitmap.height / 250_000)
        bitmap.pixels.withUnsafeBufferPointer { pixels in
            for index in stride(from: 0, to: bitmap.width * bitmap.height, by: step) where pixels[4 * index + 3] >= 128
            {
                let (red, green, blue) = (pixels[4 * index], pixels[4 * index + 1], pixels[4 * index + 2])
                sums[Self.index(Int(red >> 3) + 1, Int(green >> 3) + 1, Int(blue >> 3) + 1)] += SIMD4(
                    Double(red), Double(green), Double(blue), 1)
            }
        }
        for red in 1...Self.bins {
            for green in 1...Self.bins {
                var line = SIMD4<Double>.zero
                for blue in 1...Self.bins {
                    line += sums[Self.index(red, green, blue)]
                    sums[Self.index(red, green, blue)] = line + sums[Self.index(red, green - 1, blue)]
                }
            }
            for green in 1...Self.bins {
                for blue in 1...Self.bins {
                    sums[Self.index(red, green, blue)] += sums[Self.index(red - 1, green, blue)]
                }
            }
        }
    }

    func sum(in box: ColorBox) -> SIMD4<Double> {
        face(box, axis: 0, at: box.upper.x) - face(box, axis: 0, at: box.lower.x)
    }

    /// Returns the cut that lowers the error most; its gain is 0 if the box can't be cut.
    func bestCut(of box: ColorBox) -> ColorBox.Cut {
        let whole = sum(in: box)
        var best = ColorBox.Cut()
        guard whole.w > 1 else { return best }
        let before = Self.explained(whole)
        for axis in 0..<3 where box.upper[axis] - box.lower[axis] > 1 {
            let base = face(box, axis: axis, at: box.lower[axis])
            for position in box.lower[axis] + 1..<box.upper[axis] {
                let first = face(box, axis: axis, at: position) - base
                let second = whole - first
                guard first.w > 0, second.w > 0 else { continue }
                let gain = Self.explained(first) + Self.explained(second) - before
                if gain > best.gain { best = ColorBox.Cut(axis: axis, position: position, gain: gain) }
            }
        }
        return best
    }

    /// The square of the sum of the colors by their number: the sum of squares minus the squared errors.
    private static func explained(_ sum: SIMD4<Double>) -> Double {
        (sum.x * sum.x + sum.y * sum.y + sum.z * sum.z) / sum.w
    }

    /// Returns the sum of the colors up to a position on an axis, within the box on the other axes.
    private func face(_ box: ColorBox, axis: Int, at position: Int) -> SIMD4<Double> {
        let (one, other) = axis == 0 ? (1, 2) : axis == 1 ? (0, 2) : (0, 1)
        func corner(_ first: Int, _ second: Int) -> SIMD4<Double> {
            var bin = SIMD3(repeating: position)
            bin[one] = first
            bin[other] = second
            return sums[Self.index(bin.x, bin.y, bin.z)]
        }
        return corner(box.upper[one], box.upper[other]) - corner(box.lower[one], box.upper[other])
            - corner(box.upper[one], box.lower[other]) + corner(box.lower[one], box.lower[other])
    }

    private static func index(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        (red * side + green) * side + blue
    }
}
