import CellArt

/// The foreground and background colors (SGR state) for the next character.
struct Pen: Hashable {
    /// The terminal's own colors.
    static let initial = Pen(foreground: .terminal, background: .terminal)

    var foreground: Color
    var background: Color

    /// Writes the SGR sequence that changes the pen from `other` to this one.
    func write(after other: Pen, to output: inout [UInt8]) {
        guard self != other else { return }
        output.append(0x1B)
        output.append(UInt8(ascii: "["))
        if self != .initial {
            if foreground != other.foreground { foreground.write(ColorCodes.foreground, to: &output) }
            if foreground != other.foreground, background != other.background { output.append(UInt8(ascii: ";")) }
            if background != other.background { background.write(ColorCodes.background, to: &output) }
        }
        output.append(UInt8(ascii: "m"))
    }

    /// Returns the number of bytes that `write` appends.
    func cost(after other: Pen) -> Int {
        guard self != other else { return 0 }
        guard self != .initial else { return 3 }
        let costs =
            (foreground == other.foreground ? 0 : foreground.cost(.foreground))
            + (background == other.background ? 0 : background.cost(.background))
        return 3 + costs + (foreground != other.foreground && background != other.background ? 1 : 0)
    }
}

/// The SGR parameters that select a color (ECMA-48, xterm).
struct ColorCodes {
    static let foreground = ColorCodes(first: 30, firstBright: 90)
    static let background = ColorCodes(first: 40, firstBright: 100)

    /// The first of the eight basic colors; `first` + 8 introduces an extended color, `first` + 9 is the terminal's
    /// own.
    let first: Int
    let firstBright: Int
}

extension Color {
    func write(_ codes: ColorCodes, to output: inout [UInt8]) {
        switch self {
        case .terminal: output.append(decimal: codes.first + 9)
        case .palette(let index) where index < 8: output.append(decimal: codes.first + Int(index))
        case .palette(let index) where index < 16: output.append(decimal: codes.firstBright + Int(index) - 8)
        case .palette(let index): output.append(parameters: codes.first + 8, 5, Int(index))
        case .rgb(let red, let green, let blue):
            output.append(parameters: codes.first + 8, 2, Int(red), Int(green), Int(blue))
        }
    }

    /// Returns the number of bytes that `write` appends.
    func cost(_ codes: ColorCodes) -> Int {
        switch self {
        case .terminal: 2
        case .palette(let index) where index < 8: 2
        case .palette(let index) where index < 16: codes.firstBright < 100 ? 2 : 3
        case .palette(let index): 5 + Self.digits(index)
        case .rgb(let red, let green, let blue): 7 + Self.digits(red) + Self.digits(green) + Self.digits(blue)
        }
    }

    private static func digits(_ number: UInt8) -> Int {
        number < 10 ? 1 : number < 100 ? 2 : 3
    }
}

extension [UInt8] {
    fileprivate mutating func append(parameters: Int...) {
        for (index, parameter) in parameters.enumerated() {
            if index > 0 { append(UInt8(ascii: ";")) }
            append(decimal: parameter)
        }
    }

    fileprivate mutating func append(decimal number: Int) {
        if number >= 100 { append(UInt8(ascii: "0") + UInt8(number / 100)) }
        if number >= 10 { append(UInt8(ascii: "0") + UInt8(number / 10 % 10)) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
