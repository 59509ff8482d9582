import Basics
import CellArt
import Testing

@testable import Pictures

/// A picture in four colors: red and green above, blue and yellow below. Not square, so that rotations show.
struct Quadrants {
    enum Color: Character {
        case red = "R"
        case green = "G"
        case blue = "B"
        case yellow = "Y"

        var rgb: [UInt8] {
            switch self {
            case .red: [255, 0, 0]
            case .green: [0, 255, 0]
            case .blue: [0, 0, 255]
            case .yellow: [255, 255, 0]
            }
        }
    }

    static let upright = Quadrants(width: 96, height: 64, "RG/BY")

    let size: PixelSize
    let colors: [[Color]]

    /// - Parameter look: The colors of the upper and lower halves, such as `RG/BY`.
    init(width: Int, height: Int, _ look: String) {
        size = PixelSize(width: width, height: height)
        colors = look.split(separator: "/").map { $0.compactMap(Color.init(rawValue:)) }
    }

    func color(x: Int, y: Int) -> Color {
        colors[2 * y / size.height][2 * x / size.width]
    }

    /// Returns the pixels row by row, each converted to bytes from its red, green and blue.
    func pixels(_ bytes: ([UInt8]) -> [UInt8]) -> [UInt8] {
        let rows = [0, size.height - 1].map { y in (0..<size.width).flatMap { x in bytes(color(x: x, y: y).rgb) } }
        return (0..<size.height).flatMap { rows[2 * $0 / size.height] }
    }

    var rgb: [UInt8] { pixels { $0 } }
    var rgba: [UInt8] { pixels { $0 + [255] } }
}

extension Bitmap {
    /// Returns the red, green, blue and alpha of a pixel.
    func pixel(x: Int, y: Int) -> [UInt8] {
        let index = 4 * (y * width + x)
        return Array(pixels[index..<index + 4])
    }

    /// Whether the center of each quadrant has the expected color.
    func looks(like quadrants: Quadrants, tolerance: Int = 8) -> Bool {
        [(1, 1), (3, 1), (1, 3), (3, 3)].allSatisfy { column, row in
            let wanted = quadrants.color(
                x: column * quadrants.size.width / 4, y: row * quadrants.size.height / 4)
            return isNear(pixel(x: column * width / 4, y: row * height / 4), wanted.rgb + [255], tolerance)
        }
    }
}

/// Whether two colors differ by at most `tolerance` in each channel.
func isNear(_ one: [UInt8], _ other: [UInt8], _ tolerance: Int = 8) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
}
