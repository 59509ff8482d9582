import Testing

/// The ink of a block character, derived only from its Unicode name.
struct GlyphShape {
    /// Whether a point has ink; coordinates are fractions of the cell from its upper-left corner.
    let hasInk: (_ x: Double, _ y: Double) -> Bool

    init(_ character: Unicode.Scalar) throws {
        hasInk = try #require(Self.shape(of: character), "\(character) has a shape")
    }

    /// Returns the share of ink of each pixel of an 8 x 16 cell, 0 to 1, row by row.
    func coverage() -> [Double] {
        // Sampled at the centers of twelfths of a pixel, which no glyph edge passes through.
        let steps = 12
        return (0..<128).map { pixel in
            var hits = 0
            for step in 0..<steps * steps {
                let x = Double(pixel % 8 * steps + step % steps) + 0.5
                let y = Double(pixel / 8 * steps + step / steps) + 0.5
                if hasInk(x / Double(8 * steps), y / Double(16 * steps)) { hits += 1 }
            }
            return Double(hits) / Double(steps * steps)
        }
    }

    private static func shape(of character: Unicode.Scalar) -> ((Double, Double) -> Bool)? {
        guard let name = character.properties.name else { return nil }
        if name == "SPACE" { return { _, _ in false } }
        if name == "FULL BLOCK" { return { _, _ in true } }
        if let numbers = name.suffix(after: "BLOCK SEXTANT-") { return pixels(numbers, rows: 3) }
        if let numbers = name.suffix(after: "BLOCK OCTANT-") { return pixels(numbers, rows: 4) }
        if let numbers = name.suffix(after: "BRAILLE PATTERN DOTS-") { return dots(numbers) }
        if name.hasPrefix("QUADRANT ") { return quadrants(name) }
        if name.contains("BLOCK DIAGONAL") { return diagonal(name) }
        if name.contains("TRIANGULAR") { return triangles(name) }
        return bar(name)
    }

    private static func pixels(_ numbers: Substring, rows: Int) -> (Double, Double) -> Bool {
        let hasInk = (1...2 * rows).map { numbers.contains("\($0)") }
        return { x, y in hasInk[2 * Int(y * Double(rows)) + Int(x * 2)] }
    }

    private static func dots(_ numbers: Substring) -> (Double, Double) -> Bool {
        let hasInk = [1, 4, 2, 5, 3, 6, 7, 8].map { numbers.contains("\($0)") }
        return { x, y in
            let isOnDot = abs(x * 2 - Double(Int(x * 2)) - 0.5) < 0.25 && abs(y * 4 - Double(Int(y * 4)) - 0.5) < 0.25
            return isOnDot && hasInk[2 * Int(y * 4) + Int(x * 2)]
        }
    }

    private static func quadrants(_ name: String) -> (Double, Double) -> Bool {
        let hasInk = ["UPPER LEFT", "UPPER RIGHT", "LOWER LEFT", "LOWER RIGHT"].map { name.contains($0) }
        return { x, y in hasInk[(y < 0.5 ? 0 : 2) + (x < 0.5 ? 0 : 1)] }
    }

    /// A line between two points on the edge; the ink is on the side of the corner named first.
    private static func diagonal(_ name: String) -> ((Double, Double) -> Bool)? {
        let words = name.split(separator: " ")
        guard let to = words.lastIndex(of: "TO") else { return nil }
        let first = point(words[4..<to])
        let second = point(words[(to + 1)...])
        func side(_ x: Double, _ y: Double) -> Double {
            (second.x - first.x) * (y - first.y) - (second.y - first.y) * (x - first.x)
        }
        let corner = side(words[1] == "LEFT" ? 0 : 1, words[0] == "UPPER" ? 0 : 1)
        return { x, y in side(x, y) * corner > 0 }
    }

    private static func point(_ words: ArraySlice<Substring>) -> (x: Double, y: Double) {
        let x = words.contains("LEFT") ? 0 : words.contains("RIGHT") ? 1 : 0.5
        let isUpper = words.contains("UPPER")
        guard words.contains("MIDDLE") else { return (x, isUpper ? 0 : 1) }
        return (x, isUpper ? 1 / 3 : 2 / 3)
    }

    private static func triangles(_ name: String) -> (Double, Double) -> Bool {
        let hasInk = ["UPPER", "RIGHT", "LEFT", "LOWER"].map { name.contains($0) }
        return { x, y in hasInk[(x > y ? 0 : 2) + (x + y < 1 ? 0 : 1)] }
    }

    /// "LEFT THREE EIGHTHS BLOCK", "MIDDLE RIGHT ONE QUARTER BLOCK", "LEFT HALF UPPER ONE QUARTER BLOCK" and so on.
    private static func bar(_ name: String) -> ((Double, Double) -> Bool)? {
        var words = name.split(separator: " ").dropLast()
        let numbers = ["ONE": 1.0, "THREE": 3, "FIVE": 5, "SEVEN": 7]
        guard let unit = words.popLast() else { return nil }
        let length: Double
        switch unit {
        case "HALF": length = 0.5
        case "QUARTER", "QUARTERS": length = (words.popLast().flatMap { numbers[String($0)] } ?? 0) / 4
        default: length = (words.popLast().flatMap { numbers[String($0)] } ?? 0) / 8
        }
        let isMiddle = words.first == "MIDDLE"
        let side = words.last
        let isHalf = words.contains("HALF")
        let isLeft = words.contains("LEFT")
        return { x, y in
            if isMiddle { return isLeft == (x < 0.5) && abs(y - 0.5) < length }
            if isHalf && isLeft != (x < 0.5) { return false }
            return switch side {
            case "UPPER": y < length
            case "LOWER": y > 1 - length
            case "LEFT": x < length
            default: x > 1 - length
            }
        }
    }
}

extension String {
    /// Returns the text after a prefix, or nil without that prefix.
    fileprivate func suffix(after prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
