/// How much brighter one picture of a scene is than another, as two exposures are.
///
/// A gain and an offset map the darker picture's channels to the brighter one's. They are fitted to the luma of most
/// pixels, so that a local edit hardly changes them. On encoded (sRGB) values, they approximate a factor of light:
/// within three levels for one EV.
struct ExposureMatch: Equatable {
    let gain: Double
    let offset: Double
    /// Whether the first picture is the darker one.
    let brightensFirst: Bool

    /// The luma of pixels that count: darker ones are mostly noise, and brighter ones may be clipped.
    private static let middle = (darker: 8..<240, brighter: 8..<240)
    /// The least difference of the middle luma, in levels. Less is hardly visible.
    private static let minShift = 3.0
    /// The least distance between two levels for their slope to count, and between the darkest and the brightest level.
    private static let (minStep, minSpan) = (16, 32)
    /// The maximum deviation of a pixel that supports the fit, in levels of the brighter picture.
    private static let tolerance = 10.0
    /// The share of the middle pixels that support a fit.
    private static let minSupport = 0.5
    /// The least number of middle pixels, and of those of one level, as divisors of all pixels.
    private static let (minMiddle, minLevel) = (8, 2000)
    private static let gains = 0.5...4.0

    /// Compares the pixels of two pictures of the same scene, as luma, chroma and alpha.
    /// - Returns: nil if neither is brighter as a whole, or most pixels don't agree.
    init?(_ one: [SIMD4<Int16>], _ other: [SIMD4<Int16>]) {
        var counts = [Int](repeating: 0, count: 256 * 256)
        var (sum, total) = (0, 0)
        for (first, second) in zip(one, other) where first.w >= 128 && second.w >= 128 {
            counts[Int(first.x) &* 256 &+ Int(second.x)] &+= 1
            sum &+= Int(first.x &- second.x)
            total &+= 1
        }
        let brightensFirst = sum < 0
        let cells = Self.middle.darker.lazy.flatMap { dark in
            Self.middle.brighter.lazy.compactMap { bright -> Cell? in
                let count = counts[brightensFirst ? dark * 256 + bright : bright * 256 + dark]
                return count > 0 ? Cell(dark: Double(dark), bright: Double(bright), count: Double(count)) : nil
            }
        }
        let pairs = Array(cells)
        let middle = pairs.reduce(0) { $0 + $1.count }
        guard total > 0, middle >= Double(total) / Double(Self.minMiddle),
            var line = Line(throughMediansOf: pairs, minCount: max(4, Double(total / Self.minLevel)))
        else { return nil }
        for _ in 0..<3 {
            guard let better = Line(through: pairs.filter { abs(line.error(of: $0)) <= Self.tolerance }) else { break }
            line = better
        }
        func support(_ line: Line) -> Double {
            pairs.reduce(0) { abs(line.error(of: $1)) <= Self.tolerance ? $0 + $1.count : $0 }
        }
        let shift = pairs.reduce(0) { $0 + $1.count * (line.value(at: $1.dark) - $1.dark) } / middle
        guard Self.gains.contains(line.gain), shift >= Self.minShift, support(line) >= Self.minSupport * middle,
            support(line) > support(Line(gain: 1, offset: 0))
        else { return nil }
        (gain, offset, self.brightensFirst) = (line.gain, line.offset, brightensFirst)
    }

    /// The values of the brighter picture's channels by those of the darker one.
    var table: [UInt8] { (0...255).map { UInt8(clamping: Int((gain * Double($0) + offset).rounded())) } }

    /// The pixels with one pair of lumas.
    private struct Cell {
        let dark: Double
        let bright: Double
        let count: Double
    }

    private struct Line {
        let gain: Double
        let offset: Double

        init(gain: Double, offset: Double) {
            (self.gain, self.offset) = (gain, offset)
        }

        func value(at dark: Double) -> Double { gain * dark + offset }

        func error(of cell: Cell) -> Double { cell.bright - value(at: cell.dark) }

        /// The line of least squares; nil if all cells have one level.
        init?(through cells: [Cell]) {
            let count = cells.reduce(0) { $0 + $1.count }
            guard count > 0 else { return nil }
            let dark = cells.reduce(0) { $0 + $1.count * $1.dark } / count
            let bright = cells.reduce(0) { $0 + $1.count * $1.bright } / count
            let variance = cells.reduce(0) { $0 + $1.count * ($1.dark - dark) * ($1.dark - dark) }
            guard variance > 0 else { return nil }
            gain = cells.reduce(0) { $0 + $1.count * ($1.dark - dark) * ($1.bright - bright) } / variance
            offset = bright - gain * dark
        }

        /// The line with the median of the slopes between the medians of levels (Theil and Sen); nil if the levels are too
        /// few. Cells come by their dark levels, then their bright ones.
        init?(throughMediansOf cells: [Cell], minCount: Double) {
            var levels: [Cell] = []
            var start = 0
            while start < cells.count {
                let end = cells[start...].firstIndex { $0.dark != cells[start].dark } ?? cells.count
                let level = cells[start..<end]
                let count = level.reduce(0) { $0 + $1.count }
                if count >= minCount {
                    levels.append(
                        Cell(
                            dark: cells[start].dark,
                            bright: Self.median(level.map { ($0.bright, $0.count) }, of: count), count: count))
                }
                start = end
            }
            guard let first = levels.first, let last = levels.last, last.dark - first.dark >= Double(minSpan) else {
                return nil
            }
            var slopes: [(value: Double, weight: Double)] = []
            for (index, one) in levels.enumerated() {
                for other in levels[(index + 1)...] where other.dark - one.dark >= Double(minStep) {
                    slopes.append(
                        ((other.bright - one.bright) / (other.dark - one.dark), min(one.count, other.count)))
                }
            }
            guard !slopes.isEmpty else { return nil }
            slopes.sort { $0.value < $1.value }
            let gain = Self.median(slopes, of: slopes.reduce(0) { $0 + $1.weight })
            let offsets = levels.map { ($0.bright - gain * $0.dark, $0.count) }.sorted { $0.0 < $1.0 }
            self.gain = gain
            offset = Self.median(offsets, of: offsets.reduce(0) { $0 + $1.1 })
        }

        /// Returns the median of sorted values.
        private static func median(_ values: [(value: Double, weight: Double)], of total: Double) -> Double {
            var sum = 0.0
            for (value, weight) in values {
                sum += weight
                if 2 * sum >= total { return value }
            }
            return values.last?.value ?? 0
        }
    }
}
