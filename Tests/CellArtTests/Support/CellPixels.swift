import SeededGenerator
import Testing

@testable import CellArt

/// The 8 x 16 pixels of a cell.
struct CellPixels {
    var colors: [SIMD3<Double>]

    /// Returns a bitmap with these cells in one row.
    static func bitmap(_ cells: [CellPixels]) -> Bitmap {
        .painted(width: 8 * cells.count, height: 16) { x, y in
            let color = cells[x / 8].colors[8 * y + x % 8]
            return RGB(UInt8(color.x), UInt8(color.y), UInt8(color.z))
        }
    }

    /// Returns the mean squared difference in red, green and blue from a character in two colors.
    func error(ink: [Double], foreground: SIMD3<Double>, background: SIMD3<Double>) -> Double {
        zip(colors, ink).reduce(0) { sum, pixel in
            let difference = pixel.0 - background - pixel.1 * (foreground - background)
            return sum + (difference * difference).sum()
        } / 128
    }

    /// Returns the two colors with the least error for a character, by solving the normal equations.
    func bestColors(ink: [Double]) -> (foreground: SIMD3<Double>, background: SIMD3<Double>) {
        var foregroundSquare = 0.0
        var mixed = 0.0
        var backgroundSquare = 0.0
        var foregroundSum = SIMD3<Double>.zero
        var backgroundSum = SIMD3<Double>.zero
        for (color, ink) in zip(colors, ink) {
            foregroundSquare += ink * ink
            mixed += ink * (1 - ink)
            backgroundSquare += (1 - ink) * (1 - ink)
            foregroundSum += ink * color
            backgroundSum += (1 - ink) * color
        }
        let determinant = foregroundSquare * backgroundSquare - mixed * mixed
        return (
            (foregroundSum * backgroundSquare - backgroundSum * mixed) / determinant,
            (backgroundSum * foregroundSquare - foregroundSum * mixed) / determinant
        )
    }

    func minError(ink: [Double]) -> Double {
        let colors = bestColors(ink: ink)
        return error(ink: ink, foreground: colors.foreground, background: colors.background)
    }
}

extension CellPixels {
    /// Returns cells that are hard to get right, and random ones.
    static func samples(seed: UInt64) throws -> [CellPixels] {
        var random = SeededGenerator(seed: seed)
        func color() -> SIMD3<Double> {
            SIMD3(
                Double(UInt8.random(in: 0...255, using: &random)), Double(UInt8.random(in: 0...255, using: &random)),
                Double(UInt8.random(in: 0...255, using: &random)))
        }
        var cells: [CellPixels] = []
        // Noise, gradients, edges at any angle, single pixels, blocks in two colors.
        for _ in 0..<6 { cells.append(CellPixels(colors: (0..<128).map { _ in color() })) }
        for _ in 0..<12 {
            let (first, second) = (color(), color())
            let angle = (x: Double.random(in: -1...1, using: &random), y: Double.random(in: -1...1, using: &random))
            let offset = Double.random(in: -4...4, using: &random)
            func distance(_ pixel: Int) -> Double {
                angle.x * (Double(pixel % 8) - 3.5) + angle.y * (Double(pixel / 8) - 7.5) + offset
            }
            cells.append(CellPixels(colors: (0..<128).map { distance($0) > 0 ? first : second }))
            cells.append(
                CellPixels(
                    colors: (0..<128).map {
                        let share = max(0, min(1, distance($0) / 20 + 0.5))
                        return (first + share * (second - first)).rounded(.toNearestOrEven)
                    }))
        }
        for _ in 0..<4 {
            let (first, second) = (color(), color())
            let special = Int.random(in: 0..<128, using: &random)
            cells.append(CellPixels(colors: (0..<128).map { $0 == special ? first : second }))
            let blocks = (0..<8).map { _ in Bool.random(using: &random) }
            cells.append(
                CellPixels(colors: (0..<128).map { blocks[$0 / 32 * 2 + $0 % 8 / 4] ? first : second }))
        }
        return cells
    }
}

extension SIMD3<Double> {
    init?(_ color: Color) {
        guard let rgb = RGB(color) else { return nil }
        self.init(Double(rgb.red), Double(rgb.green), Double(rgb.blue))
    }
}
