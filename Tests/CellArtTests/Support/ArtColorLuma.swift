@testable import CellArt

extension ArtColor {
    /// Returns the luma, 0 to 255, with xterm's palette.
    func luma(terminal: Double) -> Double {
        switch self {
        case .terminal: terminal
        case .rgb(let red, let green, let blue): Self.luma(Double(red), Double(green), Double(blue))
        case .palette(let index):
            switch Int(index) {
            case 0..<16:
                Double(BasicPalette.sixteen.colors[Int(index)].luma)
            case 232...:
                Double(8 + 10 * (Int(index) - 232))
            default:
                Self.luma(
                    Self.level(Int(index - 16) / 36), Self.level(Int(index - 16) / 6 % 6),
                    Self.level(Int(index - 16) % 6))
            }
        }
    }

    private static func luma(_ red: Double, _ green: Double, _ blue: Double) -> Double {
        0.299 * red + 0.587 * green + 0.114 * blue
    }

    private static func level(_ level: Int) -> Double {
        [0, 95, 135, 175, 215, 255][level]
    }
}
