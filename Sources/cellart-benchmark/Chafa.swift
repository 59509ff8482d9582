import CellArt

/// Another program that prints pictures as characters: https://hpjansson.org/chafa
enum Chafa {
    /// What it takes to turn a picture in a file into 200 x 50 cells, in milliseconds: a process that makes one cell does
    /// all the rest. Nil where it does not know the characters or is not installed.
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
