import CellArt
import Glibc

extension Color {
    /// The relative luminance (WCAG 2.2), from 0 for black to 1 for white. The palette is assumed to be xterm's. Nil
    /// for the terminal's own colors, which are unknown.
    public var luminance: Double? {
        let components: RGB
        switch self {
        case .terminal: return nil
        case .rgb(let red, let green, let blue): components = RGB(red, green, blue)
        case .palette(let index): components = XtermPalette.color(index)
        }
        return 0.2126 * Self.linear(components.red) + 0.7152 * Self.linear(components.green)
            + 0.0722 * Self.linear(components.blue)
    }

    /// Returns the contrast ratio of two colors (WCAG 2.2), from 1 to 21; nil if a color is unknown.
    public func contrast(to other: Color) -> Double? {
        guard let own = luminance, let others = other.luminance else { return nil }
        return (max(own, others) + 0.05) / (min(own, others) + 0.05)
    }

    private static func linear(_ component: UInt8) -> Double {
        let value = Double(component) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}
