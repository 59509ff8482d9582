import CellArt
import Foundation
import SeededGenerator
import Testing

@testable import CursesTerminal

/// Draws Sixel as a terminal does.
struct SixelImage {
    private(set) var width = 0
    private(set) var height = 0
    /// Red, green and blue of each pixel in percent; nil if it is not drawn.
    private(set) var pixels: [SIMD3<Int>?] = []
    /// The numbers of the color registers that are defined.
    private(set) var registers: [Int: SIMD3<Int>] = [:]

    /// Draws the first sequence in these bytes.
    init(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let start = try #require(text.range(of: "\u{1B}P0;1;0q\"1;1;"))
        let end = try #require(text.range(of: "\u{1B}\\"))
        var rest = text[start.upperBound..<end.lowerBound].utf8[...]
        width = Self.number(&rest)
        rest.removeFirst()
        height = Self.number(&rest)
        pixels = Array(repeating: nil, count: width * height)
        var (column, row, color) = (0, 0, 0)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "#"):
                color = Self.number(&rest)
                guard rest.first == UInt8(ascii: ";") else { continue }
                var parts: [Int] = []
                while rest.first == UInt8(ascii: ";") {
                    rest.removeFirst()
                    parts.append(Self.number(&rest))
                }
                #expect(parts.count == 4 && parts[0] == 2 && parts.allSatisfy { $0 <= 100 })
                registers[color] = SIMD3(parts[1], parts[2], parts[3])
            case UInt8(ascii: "$"): column = 0
            case UInt8(ascii: "-"): (column, row) = (0, row + 6)
            case UInt8(ascii: "!"):
                let count = Self.number(&rest)
                let next = rest.popFirst()
                let character = try #require(next)
                let value = try #require(registers[color])
                try draw(character, count, &column, row, value)
            default:
                let value = try #require(registers[color])
                try draw(byte, 1, &column, row, value)
            }
        }
    }

    private mutating func draw(
        _ byte: UInt8, _ count: Int, _ column: inout Int, _ row: Int, _ color: SIMD3<Int>
    ) throws {
        try #require(0x3F...0x7E ~= byte)
        for _ in 0..<count {
            for bit in 0..<6 where (byte - 0x3F) >> bit & 1 == 1 {
                try #require(row + bit < height && column < width, "drew outside the image")
                pixels[(row + bit) * width + column] = color
            }
            column += 1
        }
    }

    private static func number(_ text: inout Substring.UTF8View.SubSequence) -> Int {
        var value = 0
        while let digit = text.first, 0x30...0x39 ~= digit {
            value = 10 * value + Int(digit - 0x30)
            text.removeFirst()
        }
        return value
    }
}

@Suite("Sixel")
struct SixelGraphicsTests {
    private func bitmap(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> [UInt8]) -> Bitmap {
        let pixels = (0..<width * height).flatMap { pixel($0 % width, $0 / width) }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: false)
    }

    /// The mean over 4 x 4 pixels, from 0 to 255.
    private func blurred(_ pixels: [SIMD3<Double>], width: Int, height: Int) -> [SIMD3<Double>] {
        (0...height - 4).flatMap { y in
            (0...width - 4).map { x in
                var sum = SIMD3<Double>.zero
                for row in y..<y + 4 { for column in x..<x + 4 { sum += pixels[row * width + column] } }
                return sum / 16
            }
        }
    }

    @Test("Few colors stay exact, and every pixel is drawn")
    func exactColors() throws {
        let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [51, 102, 153, 255]]
        let bitmap = bitmap(width: 37, height: 20) { x, y in colors[(x / 5 + y / 3) % 4] }
        let image = try SixelImage(SixelGraphics(bitmap, maxColors: 16).sequence(columns: 0..<37, rows: 0..<20))
        #expect(image.width == 37 && image.height == 20 && image.registers.count == 4)
        let expected = (0..<37 * 20).map { index in
            let color = colors[(index % 37 / 5 + index / 37 / 3) % 4]
            return SIMD3(Int(color[0]), Int(color[1]), Int(color[2])) &* 100 / 255
        }
        #expect(image.pixels == expected)
    }

    @Test("A color is repeated over pixels that another one draws later")
    func overdrawing() throws {
        let bitmap = bitmap(width: 200, height: 6) { x, _ in x % 3 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255] }
        let sequence = SixelGraphics(bitmap, maxColors: 16).sequence(columns: 0..<200, rows: 0..<6)
        let image = try SixelImage(sequence)
        #expect(image.pixels == (0..<1200).map { SIMD3(repeating: $0 % 200 % 3 == 0 ? 100 : 0) })
        // White takes one repetition, black a character for each column.
        #expect(String(decoding: sequence, as: UTF8.self).contains("!199~"))
        #expect(sequence.count < 280)
    }

    @Test("Shades of a few hues take few colors")
    func fewHues() {
        func colors(_ pixel: (_ x: Int, _ y: Int) -> [UInt8]) -> Int {
            let graphics = SixelGraphics(bitmap(width: 200, height: 128, pixel), maxColors: 256)
            let text = String(decoding: graphics.sequence(columns: 0..<200, rows: 0..<128), as: UTF8.self)
            return text.components(separatedBy: ";2;").count - 1
        }
        #expect((16...64).contains(colors { x, _ in [UInt8(x), UInt8(x), UInt8(x), 255] }))
        #expect(colors { x, y in [UInt8(x), UInt8(2 * y), UInt8((x * y) % 256), 255] } > 200)
    }

    @Test("A photo looks the same from a small distance", arguments: [(256, 36.0), (16, 24)])
    func photo(colors: Int, minPSNR: Double) throws {
        var random = SeededGenerator(seed: 7)
        let (width, height) = (120, 90)
        let bitmap = bitmap(width: width, height: height) { x, y in
            let noise = Int(random.next() % 12)
            return [UInt8(x * 2 + noise), UInt8(y * 2 + noise), UInt8((x + y) % 200 + noise), 255]
        }
        let graphics = SixelGraphics(bitmap, maxColors: colors)
        let image = try SixelImage(graphics.sequence(columns: 0..<width, rows: 0..<height))
        #expect(image.registers.count <= colors)
        let drawn = image.pixels.compactMap { $0 }
        try #require(drawn.count == width * height)
        let shown = drawn.map { SIMD3<Double>($0) * 2.55 }
        let wanted = stride(from: 0, to: bitmap.pixels.count, by: 4).map {
            SIMD3(Double(bitmap.pixels[$0]), Double(bitmap.pixels[$0 + 1]), Double(bitmap.pixels[$0 + 2]))
        }
        let differences = zip(
            blurred(shown, width: width, height: height), blurred(wanted, width: width, height: height)
        ).map { $0 - $1 }
        let error = differences.reduce(0.0) { $0 + ($1 * $1).sum() } / Double(3 * differences.count)
        #expect(20 * log10(255 / error.squareRoot()) > minPSNR)
    }

    @Test("The color registers of a part have no gaps, which tmux would fill in a way that xterm refuses")
    func registers() throws {
        let bitmap = bitmap(width: 64, height: 24) { x, y in [UInt8(4 * x), UInt8(10 * y), 90, 255] }
        let graphics = SixelGraphics(bitmap, maxColors: 256)
        for rows in [0..<6, 12..<24] {
            let image = try SixelImage(graphics.sequence(columns: 0..<64, rows: rows))
            #expect(image.registers.keys.sorted() == Array(0..<image.registers.count))
            #expect((2..<256).contains(image.registers.count))
        }
    }

    @Test("The parts of a picture are the whole, and each is only as high as its rows")
    func parts() throws {
        var random = SeededGenerator(seed: 3)
        let bitmap = bitmap(width: 40, height: 50) { x, y in
            [UInt8(x * 6), UInt8(y * 5), UInt8(random.next() % 256), 255]
        }
        let graphics = SixelGraphics(bitmap, maxColors: 64)
        let whole = try SixelImage(graphics.sequence(columns: 0..<40, rows: 0..<50))
        for (columns, rows) in [(0..<40, 0..<20), (0..<40, 20..<40), (0..<18, 40..<50), (18..<40, 40..<50)] {
            let part = try SixelImage(graphics.sequence(columns: columns, rows: rows))
            #expect(part.width == columns.count && part.height == rows.count)
            let expected = rows.flatMap { row in columns.map { whole.pixels[row * 40 + $0] } }
            #expect(part.pixels == expected)
        }
    }

    @Test("Transparent pixels are not drawn")
    func transparency() throws {
        let bitmap = bitmap(width: 30, height: 13) { x, y in
            [200, 100, UInt8(10 * y), (x - 15) * (x - 15) + (y - 6) * (y - 6) < 36 ? 255 : 0]
        }
        let image = try SixelImage(SixelGraphics(bitmap, maxColors: 16).sequence(columns: 0..<30, rows: 0..<13))
        #expect(image.pixels.map { $0 != nil } == stride(from: 3, to: 4 * 390, by: 4).map { bitmap.pixels[$0] == 255 })
        let empty = self.bitmap(width: 8, height: 8) { _, _ in [1, 2, 3, 0] }
        let nothing = try SixelImage(SixelGraphics(empty, maxColors: 16).sequence(columns: 0..<8, rows: 0..<8))
        #expect(nothing.pixels.allSatisfy { $0 == nil })
    }
}
