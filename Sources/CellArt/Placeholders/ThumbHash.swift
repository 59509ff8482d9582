import Glibc

/// A picture reduced to a few cosine waves of light and color and encoded in some 25 bytes, as specified by the reference
/// implementation of evanw/thumbhash. Transparency is ignored.
public struct ThumbHash: Sendable, Hashable {
    /// The cosine waves of a channel: of light, of yellow minus blue, or of red minus green.
    private struct Channel: Hashable {
        let average: Float
        /// The number of waves across and down, of which the lower left triangle is stored.
        let across: Int
        let down: Int
        var strengths: [Float] = []

        /// Calls `body` with each wave that is stored.
        func forEachWave(_ body: (_ across: Int, _ down: Int) -> Void) {
            for y in 0..<down {
                var x = y == 0 ? 1 : 0
                while x * down < across * (down - y) {
                    body(x, y)
                    x += 1
                }
            }
        }
    }

    private var light: Channel
    private var yellow: Channel
    private var red: Channel

    /// Decodes a hash; nil if it is too short.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= 5 else { return nil }
        let colors = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
        let shape = Int(bytes[3]) | Int(bytes[4]) << 8
        func average(_ shift: Int) -> Float { Float(colors >> shift & 63) / 31.5 - 1 }
        let (hasAlpha, isLandscape) = (colors >> 23 != 0, shape >> 15 != 0)
        let (long, short) = (hasAlpha ? 5 : 7, shape & 7)
        light = Channel(
            average: Float(colors & 63) / 63, across: max(3, isLandscape ? long : short),
            down: max(3, isLandscape ? short : long))
        yellow = Channel(average: average(6), across: 3, down: 3)
        red = Channel(average: average(12), across: 3, down: 3)
        var digits = bytes.dropFirst(hasAlpha ? 6 : 5).flatMap { [$0 & 15, $0 >> 4] }[...]
        func read(_ channel: inout Channel, scale: Float) -> Bool {
            var strengths: [Float] = []
            channel.forEachWave { _, _ in
                if let digit = digits.popFirst() { strengths.append((Float(digit) / 7.5 - 1) * scale) }
            }
            var count = 0
            channel.forEachWave { _, _ in count += 1 }
            channel.strengths = strengths
            return strengths.count == count
        }
        // Quantization makes colors paler.
        guard read(&light, scale: Float(colors >> 18 & 31) / 31),
            read(&yellow, scale: 1.25 * Float(shape >> 3 & 63) / 63),
            read(&red, scale: 1.25 * Float(shape >> 9 & 63) / 63)
        else { return nil }
    }

    /// Returns the blurred picture in a given size in pixels.
    public func bitmap(width: Int, height: Int) -> Bitmap {
        let columns = Self.cosines(size: width)
        let rows = Self.cosines(size: height)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                func value(_ channel: Channel) -> Float {
                    var (value, index) = (channel.average, 0)
                    channel.forEachWave { across, down in
                        value +=
                            2 * channel.strengths[index] * columns[x * Self.maxWaves + across]
                            * rows[y * Self.maxWaves + down]
                        index += 1
                    }
                    return value
                }
                let (light, yellow, red) = (value(light), value(yellow), value(red))
                let b = light - 2 / 3 * yellow
                let r = (3 * light - b + red) / 2
                pixels += [r, r - red, b].map { UInt8(max(0, 255 * min(1, $0))) } + [255]
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)
    }

    private static let maxWaves = 7

    /// Returns the value of each wave at each position.
    private static func cosines(size: Int) -> [Float] {
        (0..<size).flatMap { position in
            (0..<maxWaves).map { Float(cos(.pi * (Double(position) + 0.5) * Double($0) / Double(size))) }
        }
    }
}
