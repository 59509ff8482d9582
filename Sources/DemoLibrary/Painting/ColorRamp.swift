/// A color gradient with evenly spaced stops, interpolated in Oklab so that mixed colors stay vivid.
struct ColorRamp: Sendable {
    private static let steps = 96
    private let colors: [LinearColor]

    /// Creates a gradient from sRGB colors in web notation.
    init(_ stops: [UInt32]) {
        let marks = stops.map { Oklab(LinearColor($0)) }
        colors = (0...Self.steps).map { step in
            let position = Double(step) / Double(Self.steps) * Double(marks.count - 1)
            let index = min(Int(position), max(marks.count - 2, 0))
            let next = min(index + 1, marks.count - 1)
            return marks[index].mixed(with: marks[next], position - Double(index)).light
        }
    }

    /// Returns the color at a position, clamped to 0...1.
    func color(at position: Double) -> LinearColor {
        let offset = clamp(position) * Double(Self.steps)
        let index = min(Int(offset), Self.steps - 1)
        return mix(colors[index], colors[index + 1], offset - Double(index))
    }
}
