import SeededGenerator
import CellArt

extension Bitmap {
    /// Returns an opaque bitmap with a color computed for each pixel.
    static func painted(width: Int, height: Int, color: (_ x: Int, _ y: Int) -> RGB) -> Bitmap {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let color = color(x, y)
                pixels += [color.red, color.green, color.blue, 255]
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)
    }

    static func plain(_ color: RGB, width: Int = 1, height: Int = 1) -> Bitmap {
        painted(width: width, height: height) { _, _ in color }
    }

    static func random(width: Int, height: Int, using random: inout SeededGenerator) -> Bitmap {
        painted(width: width, height: height) { _, _ in
            RGB(
                .random(in: 0...255, using: &random), .random(in: 0...255, using: &random),
                .random(in: 0...255, using: &random))
        }
    }

    static func randomWithAlpha(width: Int, height: Int, using random: inout SeededGenerator) -> Bitmap {
        let alphas: [UInt8] = [0, 1, 77, 128, 255, 255]
        let pixels = (0..<(width * height)).flatMap { _ -> [UInt8] in
            (0..<3).map { _ in .random(in: 0...255, using: &random) } + [alphas.randomElement(using: &random) ?? 0]
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: false)
    }

    func color(x: Int, y: Int) -> RGB {
        let index = 4 * (y * width + x)
        return RGB(pixels[index], pixels[index + 1], pixels[index + 2])
    }
}

extension ArtCell {
    /// The colors of the upper and lower halves; nil is the terminal's own.
    var halves: (upper: RGB?, lower: RGB?) {
        let foreground = RGB(foreground)
        let background = RGB(background)
        return switch glyph {
        case "▀": (foreground, background)
        case "▄": (background, foreground)
        default: (background, background)
        }
    }
}

extension RGB {
    init?(_ color: Color) {
        guard case .rgb(let red, let green, let blue) = color else { return nil }
        self.init(red, green, blue)
    }
}
