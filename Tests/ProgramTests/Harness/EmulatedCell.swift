import CVTerm

/// One cell of an emulated screen.
struct EmulatedCell: Equatable {
    /// A color as the program asked for it.
    enum Color: Hashable {
        /// The terminal's own foreground or background.
        case standard
        /// One of 256.
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

    /// The character with its combining marks; empty for a cell never written and for the right half of a wide one.
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
        text = String(scalars)
        foreground = Color(cell.fg)
        background = Color(cell.bg)
        isBold = cell.attrs.bold != 0
        isUnderlined = cell.attrs.underline != 0
        isReversed = cell.attrs.reverse != 0
    }
}
