import CellArt
import Dispatch
import Synchronization

/// The colors that represent a picture best, for terminals that show only a few at a time.
///
/// Wu's method ("Efficient Statistical Computations for Optimal Color Quantization", 1991): cuts the color cube into
/// boxes, always the one and at the place that lowers the variance most. Each color is the mean of its box.
///
/// libsixel takes more bytes at lower quality, and can't cut a picture into bands with the same colors.
struct AdaptivePalette {
    /// Red, green and blue in percent, as Sixel counts them, the most frequent colors first.
    let percentages: [SIMD3<Int32>]
    /// The colors that the terminal shows, from 0 to 255, scaled by `visibility`; then an infinite one, which is never
    /// nearest.
    private let colors: [SIMD4<Float>]

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
        colors = percentages.map { SIMD4(SIMD3<Float>($0) * 2.55, 0) * Self.visibility } + [SIMD4(repeating: .infinity)]
    }

    /// Stops adding colors once cutting every box with the gain of the best one would lower the squared error per pixel
    /// by less than this. Pictures of few hues, or none, get fewer colors and thus take fewer bytes.
    private static let maxError = 6.0

    /// The index of a pixel that is not drawn.
    static let transparent = UInt16.max

    /// How much of a difference is spread: less than all of it looks less grainy.
    private static let spread: Float = 0.9
    /// How much the squared distance of a neighbor's color may exceed that of the nearest color.
    private static let tolerance: Float = 170

    /// The scale of each channel: the eye sees green best and blue worst. Squared, it is the weight of a squared
    /// difference.
    fileprivate static var visibility: SIMD4<Float> { SIMD4(1.414_214, 2, 1.224_745, 1) }

    /// Returns the index of the color of each pixel. Part of the difference to the picture's own color is spread over the
    /// neighbors (Floyd and Steinberg), from left to right and back. Colors of neighbors are preferred, because changes of
    /// color take the most bytes.
    func dithered(_ bitmap: Bitmap) -> [UInt16] {
        // The number of processors must not change the picture. No difference is spread from band to band.
        let count = min(max(1, bitmap.height / Self.minBandRows), Self.maxBands)
        let bands = Mutex([[UInt16]](repeating: [], count: count))
        DispatchQueue.concurrentPerform(iterations: count) { band in
            let rows = band * bitmap.height / count..<(band + 1) * bitmap.height / count
            let indexes = dithered(rows, of: bitmap)
            bands.withLock { $0[band] = indexes }
        }
        return bands.withLock { $0.count == 1 ? $0[0] : Array($0.joined()) }
    }

    private static let minBandRows = 200
    private static let maxBands = 4

    private func dithered(_ rows: Range<Int>, of bitmap: Bitmap) -> [UInt16] {
        let width = bitmap.width
        var nearest = NearestColors(colors.dropLast())
        // What the row above has spread over this row, and this row over the next, with a pixel more on each side.
        var errors = [SIMD4<Float>](repeating: .zero, count: 2 * (width + 2))
        return [UInt16](unsafeUninitializedCapacity: width * rows.count) { target, count in
            bitmap.pixels.withUnsafeBytes { pixels in
                let pixels = UnsafeRawBufferPointer(
                    rebasing: pixels[4 * width * rows.lowerBound..<4 * width * rows.upperBound])
                errors.withUnsafeMutableBufferPointer { errors in
                    for y in 0..<rows.count {
                        let row = (y % 2) * (width + 2)
                        let below = ((y + 1) % 2) * (width + 2)
                        ditherRow(
                            y, of: pixels, width: width, &nearest,
                            errors: UnsafeMutableBufferPointer(rebasing: errors[row..<row + width + 2]),
                            below: UnsafeMutableBufferPointer(rebasing: errors[below..<below + width + 2]), target)
                    }
                }
            }
            count = width * rows.count
        }
    }

    /// - Parameters:
    ///   - errors: what the row above has spread over this one, after one element more.
    ///   - below: receives what this row spreads over the next.
    private func ditherRow(
        _ y: Int, of pixels: UnsafeRawBufferPointer, width: Int, _ nearest: inout NearestColors,
        errors: UnsafeMutableBufferPointer<SIMD4<Float>>, below: UnsafeMutableBufferPointer<SIMD4<Float>>,
        _ target: UnsafeMutableBufferPointer<UInt16>
    ) {
        let white = SIMD4(255, 255, 255, 0) * Self.visibility
        let step = y % 2 == 0 ? 1 : -1
        var x = y % 2 == 0 ? 0 : width - 1
        var before = Self.transparent
        // Memory would delay the next pixel, so what this one has spread over the next stays in registers.
        var ahead = SIMD4<Float>.zero
        var belowBefore = SIMD4<Float>.zero
        var belowHere = SIMD4<Float>.zero
        for _ in 0..<width {
            let position = y * width + x
            let pixel = pixels.loadUnaligned(fromByteOffset: 4 * position, as: SIMD4<UInt8>.self)
            var error = SIMD4<Float>.zero
            if pixel.w < 128 {
                before = Self.transparent
            } else {
                var wanted = SIMD4<Float>(pixel) * Self.visibility + errors[x + 1] + ahead
                wanted.replace(with: 0, where: wanted .< 0)
                wanted.replace(with: white, where: wanted .> white)
                let above = y > 0 ? target[position - width] : Self.transparent
                let second = y > 1 ? target[position - 2 * width] : Self.transparent
                before = preferred(nearest.index(of: wanted), to: wanted, before, above, second)
                error = (wanted - colors[Int(before)]) * (Self.spread / 16)
            }
            target[position] = before
            ahead = error * 7
            below[x + 1 - step] = belowBefore + error * 3
            belowBefore = belowHere + error * 5
            belowHere = error
            x += step
        }
        below[x + 1 - step] = belowBefore
    }

    /// Returns the color of a neighbor if it is hardly farther from the wanted color than `nearest`; otherwise
    /// `nearest`.
    ///
    /// Computes all distances, because no processor predicts which are needed.
    @inline(__always)
    private func preferred(
        _ nearest: UInt16, to wanted: SIMD4<Float>, _ before: UInt16, _ above: UInt16, _ second: UInt16
    ) -> UInt16 {
        let (one, two) = (wanted - colors[Int(nearest)], wanted - color(before))
        let (three, four) = (wanted - color(above), wanted - color(second))
        let red = SIMD4(one.x, two.x, three.x, four.x)
        let green = SIMD4(one.y, two.y, three.y, four.y)
        let blue = SIMD4(one.z, two.z, three.z, four.z)
        let distance = red * red + green * green + blue * blue
        let farthest = distance.x + Self.tolerance
        let (isBefore, limit) = distance.y < farthest ? (true, distance.y) : (false, farthest)
        let (isAbove, nextLimit) = distance.z < limit ? (true, distance.z) : (false, limit)
        return distance.w < nextLimit ? second : isAbove ? above : isBefore ? before : nearest
    }

    private func color(_ index: UInt16) -> SIMD4<Float> { colors[min(Int(index), percentages.count)] }
}

/// The nearest color of a palette, looked up by the upper six bits of each channel.
private struct NearestColors {
    /// The red, green and blue of eight colors at a time.
    private let colors: [(red: SIMD8<Float>, green: SIMD8<Float>, blue: SIMD8<Float>)]
    private var known = [UInt16](repeating: .max, count: 1 << 18)

    init(_ colors: ArraySlice<SIMD4<Float>>) {
        self.colors = stride(from: 0, to: colors.count, by: 8).map { start in
            var group = (red: SIMD8<Float>(), green: SIMD8<Float>(), blue: SIMD8<Float>())
            for lane in 0..<8 {
                // The last color fills the group; of equal ones, the first is found.
                let color = colors[min(start + lane, colors.count - 1)]
                (group.red[lane], group.green[lane], group.blue[lane]) = (color.x, color.y, color.z)
            }
            return group
        }
    }

    /// - Parameter color: from 0 to 255, in units of `AdaptivePalette.visibility`.
    @inline(__always)
    mutating func index(of color: SIMD4<Float>) -> UInt16 {
        let color = color * (1 / AdaptivePalette.visibility)
        let (red, green, blue) = (Int(color.x) >> 2, Int(color.y) >> 2, Int(color.z) >> 2)
        let key = red << 12 | green << 6 | blue
        if known[key] == .max {
            known[key] = search(SIMD4(Float(red), Float(green), Float(blue), 0) * 4 + 1.5)
        }
        return known[key]
    }

    private func search(_ color: SIMD4<Float>) -> UInt16 {
        let color = color * AdaptivePalette.visibility
        var best = SIMD8<Float>(repeating: .infinity)
        var indexes = SIMD8<Int32>.zero
        var current = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
        for group in colors {
            let (red, green, blue) = (group.red - color.x, group.green - color.y, group.blue - color.z)
            let distance = red * red + green * green + blue * blue
            let isNearer = distance .< best
            best.replace(with: distance, where: isNearer)
            indexes.replace(with: current, where: isNearer)
            current &+= 8
        }
        let nearest = (0..<8).min { (best[$0], indexes[$0]) < (best[$1], indexes[$1]) } ?? 0
        return UInt16(indexes[nearest])
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
        /// The reduction of the sum of squared errors.
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

    /// The squared sum of the colors divided by their number: the sum of squares minus the squared errors.
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
