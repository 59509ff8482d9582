/// A function of x, tabulated for the samples of an area: all rows share its values.
final class Profile: Sendable {
    private let function: @Sendable (Double) -> Double
    private let start: Double
    private let step: Double
    private let values: [Double]

    /// How far reflections and slopes look beyond the area.
    private static let maxMargin = 0.25
    private static let maxCount = 8192

    init(in area: SampledArea, _ function: @escaping @Sendable (Double) -> Double) {
        self.function = function
        let columns = area.columns
        let margin = min(Self.maxMargin, columns.upperBound - columns.lowerBound)
        let (start, step) = (columns.lowerBound - margin, area.footprint)
        self.start = start
        self.step = step
        let count = min((columns.upperBound + margin - start) / step, Double(Self.maxCount))
        values = (0...Int(count)).map { function(start + Double($0) * step) }
    }

    /// Returns the value at x, interpolated within the table.
    @inline(__always)
    func value(at x: Double) -> Double {
        let position = (x - start) / step
        guard position >= 0, position < Double(values.count - 1) else { return function(x) }
        let index = Int(position)
        return mix(values[index], values[index + 1], position - Double(index))
    }
}
