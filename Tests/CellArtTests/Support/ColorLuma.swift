@testable import CellArt

extension Color {
    /// Returns the luma, 0 to 255, with xterm's palette.
    func luma(terminal: Double) -> Double {
        switch self {
        case .terminal: terminal
        case .rgb(let red, let green, let blue): Double(RGB(red, green, blue).luma)
        case .palette(let index): Double(XtermPalette.color(index).luma)
        }
    }
}
