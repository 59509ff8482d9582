import CellArt

/// The two colors that a terminal draws the next character with.
struct Pen: Hashable {
    /// The terminal's own.
    static let initial = Pen(ink: .terminal, paper: .terminal)

    var ink: ArtColor
    var paper: ArtColor

    /// Writes what makes the terminal's pen this one.
    func write(after other: Pen, to output: inout [UInt8]) {
        guard self != other else { return }
        output.append(0x1B)
        output.append(UInt8(ascii: "["))
        if self != .initial {
            if ink != other.ink { ink.write(ColorCodes.ink, to: &output) }
            if ink != other.ink, paper != other.paper { output.append(UInt8(ascii: ";")) }
            if paper != other.paper { paper.write(ColorCodes.paper, to: &output) }
        }
        output.append(UInt8(ascii: "m"))
    }

    /// How many bytes that are.
    func cost(after other: Pen) -> Int {
        guard self != other else { return 0 }
        guard self != .initial else { return 3 }
        let costs = (ink == other.ink ? 0 : ink.cost(.ink)) + (paper == other.paper ? 0 : paper.cost(.paper))
        return 3 + costs + (ink != other.ink && paper != other.paper ? 1 : 0)
    }
}
