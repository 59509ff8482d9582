/// How the pixels of a target cover those of a source along one axis.
struct AxisCoverage {
    /// The source pixels under one target pixel, with weights that add up to 1.
    struct Span {
        var first = 0
        var count = 0
        var firstWeight: Float = 0
        var innerWeight: Float = 0
        var lastWeight: Float = 0

        func weight(at offset: Int) -> Float {
            if offset == 0 { return firstWeight }
            return offset == count - 1 ? lastWeight : innerWeight
        }
    }

    /// One span for each target pixel; spans outside `inside` are empty.
    let spans: [Span]
    /// The target pixels that lie at least half inside the source. If none does, the one with the largest overlap.
    let inside: Range<Int>

    /// - Parameters:
    ///   - start: the start of the target, in source pixels.
    ///   - length: the length of the target in source pixels; more than 0.
    init(start: Double, length: Double, targetCount: Int, sourceCount: Int) {
        precondition(length > 0 && targetCount >= 0 && sourceCount > 0)
        let scale = length / Double(targetCount)
        let sliver = min(scale, 1) * 1e-6
        var spans = [Span](repeating: Span(), count: targetCount)
        var inside: Range<Int>?
        var widest = (target: 0, low: 0.0, high: 0.0)
        for target in 0..<targetCount {
            let from = Self.snapped(start + Double(target) * scale, within: sliver)
            let to = Self.snapped(start + Double(target + 1) * scale, within: sliver)
            let low = max(from, 0)
            let high = min(to, Double(sourceCount))
            guard high > low else { continue }
            if high - low > widest.high - widest.low { widest = (target, low, high) }
            guard high - low >= (to - from) / 2 else { continue }
            spans[target] = Self.span(from: low, to: high)
            inside = (inside?.lowerBound ?? target)..<(target + 1)
        }
        // A source thinner than one target pixel still shows.
        if inside == nil, widest.high > widest.low {
            spans[widest.target] = Self.span(from: widest.low, to: widest.high)
            inside = widest.target..<(widest.target + 1)
        }
        self.spans = spans
        self.inside = inside ?? 0..<0
    }

    /// Returns the spans between ascending edges in source pixels. Beyond the source its first or last pixel is
    /// repeated.
    static func spans(between edges: [Double], sourceCount: Int) -> [Span] {
        zip(edges, edges.dropFirst()).map { low, high in
            let sliver = min(high - low, 1) * 1e-6
            let from = max(snapped(low, within: sliver), 0)
            let to = min(snapped(high, within: sliver), Double(sourceCount))
            if from < to { return span(from: from, to: to) }
            return Span(first: min(Int(from), sourceCount - 1), count: 1, firstWeight: 1)
        }
    }

    private static func span(from low: Double, to high: Double) -> Span {
        let first = low.rounded(.down)
        let end = high.rounded(.up)
        let covered = high - low
        let count = Int(end - first)
        return Span(
            first: Int(first), count: count,
            firstWeight: count == 1 ? 1 : Float((first + 1 - low) / covered),
            innerWeight: Float(1 / covered),
            lastWeight: Float((high - end + 1) / covered))
    }

    /// Snaps to whole pixels, so that rounding errors don't include a sliver of the next pixel.
    private static func snapped(_ position: Double, within sliver: Double) -> Double {
        let nearest = position.rounded()
        return abs(position - nearest) < sliver ? nearest : position
    }
}
