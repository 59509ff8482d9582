import CellArt
import TerminalUI
import VirtualTerminal

@testable import CursesTerminal

/// Describes the cells of a terminal that look different from the surface.
func differences(
    _ terminal: VirtualTerminal, _ surface: Surface, _ depth: ColorDepth, tolerance: Int = 0,
    ignoring ignored: Attributes = []
) -> [String] {
    let mapper = ColorMapper(depth: depth)
    var wrong: [String] = []
    for row in 0..<surface.size.rows {
        for column in 0..<surface.size.columns {
            var wanted = Look(surface, column: column, row: row, mapper: mapper)
            var shown = Look(terminal.shown(column: column, row: row))
            wanted.attributes.subtract(ignored)
            shown.attributes.subtract(ignored)
            if !wanted.isLike(shown, tolerance: tolerance) { wrong.append("\(column),\(row): \(shown) for \(wanted)") }
        }
    }
    return wrong
}

/// The appearance of a cell, independent of the glyph and colors that produce it.
private struct Look: CustomStringConvertible {
    var text: String
    var ink: Color
    var paper: Color
    var attributes: Attributes

    init(_ surface: Surface, column: Int, row: Int, mapper: ColorMapper) {
        let index = row * surface.size.columns + column
        let cell = surface.cells[index]
        text = cell.isContinuation ? "" : String(String.UnicodeScalarView([cell.scalar] + (surface.marks[index] ?? [])))
        // libvterm does not store dim.
        attributes = cell.style.attributes.intersection([.bold, .underline, .reverse])
        if mapper.number(of: cell.style.foreground) == mapper.grayWhenBold { attributes.remove(.bold) }
        ink = Self.color(mapper.number(of: cell.style.foreground))
        paper = Self.color(mapper.number(of: cell.style.background))
        normalize()
    }

    init(_ shown: VirtualTerminal.Shown?) {
        text = shown?.text ?? ""
        ink = shown?.foreground ?? .terminal
        paper = shown?.background ?? .terminal
        attributes = shown?.attributes ?? []
        normalize()
    }

    func isLike(_ other: Look, tolerance: Int) -> Bool {
        text == other.text && attributes == other.attributes && Self.near(ink, other.ink, tolerance)
            && Self.near(paper, other.paper, tolerance)
    }

    var description: String { "\(text.debugDescription) \(ink) on \(paper) \(attributes.rawValue)" }

    /// Removes the ink of blanks and the colors of continuation cells, and replaces a glyph by its complement if
    /// that has the lower code point.
    private mutating func normalize() {
        if text.isEmpty { (ink, paper, attributes) = (.terminal, .terminal, []) }
        if text == "█", !attributes.contains(.reverse) { (text, paper) = (" ", ink) }
        if text == " ", !attributes.contains(.reverse) { (ink, attributes) = (paper, attributes.subtracting(.bold)) }
        guard let scalar = text.unicodeScalars.first, let other = GlyphComplement.of(scalar.value),
            other < scalar.value,
            let complement = Unicode.Scalar(other)
        else { return }
        text = String(Character(complement))
        (ink, paper) = (paper, ink)
    }

    private static func color(_ number: Int32) -> Color {
        let number = Int(number)
        if number == ColorNumber.terminal { return .terminal }
        if number < ColorNumber.firstTrueColor { return .palette(UInt8(number - ColorNumber.firstOfPalette)) }
        return .rgb(UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255))
    }

    private static func near(_ left: Color, _ right: Color, _ tolerance: Int) -> Bool {
        guard case .rgb(let red, let green, let blue) = left, case .rgb(let red2, let green2, let blue2) = right else {
            return left == right
        }
        return [(red, red2), (green, green2), (blue, blue2)].allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
    }
}
