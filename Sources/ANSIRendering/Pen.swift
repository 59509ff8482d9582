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
