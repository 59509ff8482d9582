import CVTerm

/// One cell of an emulated screen.
struct EmulatedCell: Equatable {
    /// A color in the form the program requested.
    enum Color: Hashable {
        /// The terminal's own foreground or background.
        case standard
        /// One of the 256 palette colors.
        case indexed(UInt8)
        case rgb(red: UInt8, green: UInt8, blue: UInt8)

        init(_ color: VTermColor) {
            if color.type & UInt8(VTERM_COLOR_DEFAULT_MASK.rawValue) != 0 {
                self = .standard
            } else if color.type & UInt8(VTERM_COLOR_TYPE_MASK.rawValue) != 0 {
                self = .indexed(color.indexed.idx)
            } else {
                self = .rgb(red: color.rgb.red, green: color.rgb.green, blue: color.rgb.blue)
            }
        }
    }

    /// The character with its combining marks; a blank if empty, and an empty text for the right half of a wide
    /// character.
    let text: String
    let foreground: Color
    let background: Color
    let isBold: Bool
    let isUnderlined: Bool
    let isReversed: Bool

    init(_ cell: VTermScreenCell) {
        var scalars = String.UnicodeScalarView()
        withUnsafeBytes(of: cell.chars) { bytes in
            let values = bytes.bindMemory(to: UInt32.self).prefix { $0 != 0 }
            scalars.append(contentsOf: values.compactMap { Unicode.Scalar($0) })
        }
        text = cell.chars.0 == 0 ? " " : String(scalars)
        background = Color(cell.bg)
        isUnderlined = cell.attrs.underline != 0
        isReversed = cell.attrs.reverse != 0
        // A blank shows only these, so blanks that look equal are equal.
        let hasShape = text != " " || isReversed || isUnderlined
        foreground = hasShape ? Color(cell.fg) : .standard
        isBold = hasShape && cell.attrs.bold != 0
    }
}
