import CellArt
import Foundation

/// One pixel of a scaled bitmap, computed from the definition of the area average: linear light, premultiplied
/// alpha.
struct ExactAverage {
    /// Red, green, blue and alpha, 0 to 255, unrounded.
    let channels: [Double]

    init(of bitmap: Bitmap, x: Int, y: Int, width: Int, height: Int) {
        let scaleX = Double(bitmap.width) / Double(width)
        let scaleY = Double(bitmap.height) / Double(height)
        var sum = [0.0, 0.0, 0.0, 0.0]
        for sourceY in 0..<bitmap.height {
            let coveredY = Self.overlap(sourceY, from: Double(y) * scaleY, to: Double(y + 1) * scaleY)
            for sourceX in 0..<bitmap.width where coveredY > 0 {
                let covered = coveredY * Self.overlap(sourceX, from: Double(x) * scaleX, to: Double(x + 1) * scaleX)
                let index = 4 * (sourceY * bitmap.width + sourceX)
                let weight = covered / scaleX / scaleY * Double(bitmap.pixels[index + 3]) / 255
                for channel in 0..<3 { sum[channel] += weight * Self.light(bitmap.pixels[index + channel]) }
                sum[3] += weight
            }
        }
        let alpha = sum[3]
        channels = sum[..<3].map { alpha > 0 ? Self.byte($0 / alpha) : 0 } + [alpha * 255]
    }

    private static func overlap(_ pixel: Int, from: Double, to: Double) -> Double {
        max(0, min(Double(pixel + 1), to) - max(Double(pixel), from))
    }

    private static func light(_ byte: UInt8) -> Double {
        let value = Double(byte) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func byte(_ light: Double) -> Double {
        255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }
}
