import CellArt

/// The foreground and background colors (SGR state) for the next character.
struct Pen: Hashable {
    /// The terminal's own colors.
    static let initial = Pen(ink: .terminal, paper: .terminal)

    var ink: ArtColor
    var paper: ArtColor

    /// Writes the SGR sequence that changes the pen from `other` to this one.
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

    /// Returns the number of bytes that `write` appends.
    func cost(after other: Pen) -> Int {
        guard self != other else { return 0 }
        guard self != .initial else { return 3 }
        let costs = (ink == other.ink ? 0 : ink.cost(.ink)) + (paper == other.paper ? 0 : paper.cost(.paper))
        return 3 + costs + (ink != other.ink && paper != other.paper ? 1 : 0)
    }
}
