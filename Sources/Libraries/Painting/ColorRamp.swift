/// Colors that run into each other through evenly spaced stops, mixed in Oklab so that they stay clear.
struct ColorRamp: Sendable {
    private static let steps = 96
    private let colors: [LinearColor]

    /// A ramp through sRGB colors written as on the web.
    init(_ stops: [UInt32]) {
        let marks = stops.map { Oklab(LinearColor($0)) }
        colors = (0...Self.steps).map { step in
            let position = Double(step) / Double(Self.steps) * Double(marks.count - 1)
            let index = min(Int(position), max(marks.count - 2, 0))
            let next = min(index + 1, marks.count - 1)
            return marks[index].mixed(with: marks[next], position - Double(index)).light
        }
    }

    /// The color at a position from 0 to 1; before and after it is that of the end.
    func color(at position: Double) -> LinearColor {
        let place = clamp(position) * Double(Self.steps)
        let index = min(Int(place), Self.steps - 1)
        return mix(colors[index], colors[index + 1], place - Double(index))
    }

    /// The color at a position of a ramp that goes up and down again, over and over: up in 1, down in 1.
    func cycled(_ position: Double) -> LinearColor {
        let place = position / 2 - Double(floorToInteger(position / 2))
        return color(at: 1 - abs(1 - 2 * place))
    }
}
