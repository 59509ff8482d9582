import CellArt

/// The program chafa, which also prints pictures as characters: https://hpjansson.org/chafa
enum Chafa {
    /// Returns chafa's time to convert a picture file to 200 x 50 cells, in milliseconds. The time to make a single
    /// cell is subtracted, because it covers everything else. Nil if chafa lacks the characters or isn't installed.
    static func conversionTime(of picture: String, symbols: SymbolSet, colors: String) -> Double? {
        guard let symbols = name(of: symbols) else { return nil }
        func time(_ size: String) -> Double? {
            ProcessorTime.least(
                ofRuns: 3,
                of: [
                    "chafa", "-f", "symbols", "-c", colors, "-s", size, "--stretch", "--symbols", symbols, picture,
                ])
        }
        return time("200x50").flatMap { all in time("1x1").map { all - $0 } }
    }

    private static func name(of symbols: SymbolSet) -> String? {
        switch symbols {
        case .ascii: "ascii"
        case .half: "space+solid+vhalf"
        case .quadrant: "space+solid+block"
        case .sextant: "space+solid+block+sextant"
        case .wedge: "space+solid+block+sextant+wedge"
        case .octant: nil
        case .braille: "braille"
        }
    }
}
