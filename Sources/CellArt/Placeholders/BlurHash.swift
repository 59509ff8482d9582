import Glibc

/// A picture reduced to a few cosine waves of color and encoded in some 30 characters, as specified by `Algorithm.md`
/// in woltapp/blurhash.
public struct BlurHash: Sendable, Hashable {
    /// The number of components across and down, 1 to 9 each.
    private let across: Int
    private let down: Int
    /// The components in linear light, row by row; the first is the average color.
    private let waves: [SIMD3<Float>]

    /// Decodes a hash; nil if its length is wrong or it contains an invalid character.
    public init?(_ text: String) {
        let digits = text.utf8.map { Self.values[Int($0)] }
        guard digits.count >= 6, !digits.contains(-1) else { return nil }
        let size = digits[0]
        across = size % 9 + 1
        down = size / 9 + 1
        guard down <= 9, digits.count == 4 + 2 * across * down else { return nil }
        let strongest = Float(digits[1] + 1) / 166
        var waves = [Self.light(of: Self.number(digits[2..<6]))]
        for start in stride(from: 6, to: digits.count, by: 2) {
            let value = Self.number(digits[start..<start + 2])
            guard value < 19 * 19 * 19 else { return nil }
            let strengths = [value / 361, value / 19 % 19, value % 19].map { level -> Float in
                let signed = Float(level - 9) / 9
                return signed * abs(signed) * strongest
            }
            waves.append(SIMD3(strengths[0], strengths[1], strengths[2]))
        }
        self.waves = waves
    }

    /// Returns the blurred picture in a given size in pixels; the hash itself doesn't contain a size.
    public func bitmap(width: Int, height: Int) -> Bitmap {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        let columns = Self.cosines(size: width, waves: across)
        let rows = Self.cosines(size: height, waves: down)
        for y in 0..<height {
            // The vertical waves' sum on this line, for each horizontal wave.
            var line = Array(repeating: SIMD3<Float>.zero, count: across)
            for (index, wave) in waves.enumerated() { line[index % across] += wave * rows[y * down + index / across] }
            for x in 0..<width {
                var light = SIMD3<Float>.zero
                for i in 0..<across { light += line[i] * columns[x * across + i] }
                let color = Self.color(light)
                pixels += [color.red, color.green, color.blue, 255]
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)
    }

    /// Returns the value of each wave at each position.
    private static func cosines(size: Int, waves: Int) -> [Float] {
        (0..<size).flatMap { position in
            (0..<waves).map { Float(cos(.pi * Double(position) * Double($0) / Double(size))) }
        }
    }

    private static func color(_ light: SIMD3<Float>) -> RGB {
        LinearLight.bytes.withUnsafeBufferPointer { LinearLight.color(of: SIMD4(light, 0), in: $0) }
    }

    /// Returns the linear light of a color given as 0xRRGGBB.
    private static func light(of color: Int) -> SIMD3<Float> {
        SIMD3(
            LinearLight.ofByte[color >> 16 & 255], LinearLight.ofByte[color >> 8 & 255],
            LinearLight.ofByte[color & 255])
    }

    private static func number(_ digits: ArraySlice<Int>) -> Int {
        digits.reduce(0) { $0 * 83 + $1 }
    }

    /// The value of each byte as a base-83 digit; -1 if invalid.
    private static let values: [Int] = {
        let alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"
        var values = Array(repeating: -1, count: 256)
        for (value, byte) in alphabet.utf8.enumerated() { values[Int(byte)] = value }
        return values
    }()
}
