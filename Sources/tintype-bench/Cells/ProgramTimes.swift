import CellArt

/// Processor time of whole processes that print a photo in 200 x 50 cells.
struct ProgramTimes {
    /// The path of a release build of `tintype`.
    let program: String
    let photo: String

    func print() {
        Swift.print(
            "\n\(photo) in 200 x 50 cells, milliseconds of all processors, and how many times as long as peers\n")
        let peers = [
            ("chafa", ["chafa", "-f", "symbols", "-s", "200x50", "--stretch", photo]),
            ("timg", ["timg", "-g", "200x50", photo]),
        ].map { (name: $0, time: ProcessorTime.least(ofRuns: 7, of: $1)) }
        var table = TextTable(columns: ["command", "time"] + peers.map { "of \($0.name)" })
        for peer in peers {
            table.add(["\(peer.name), by default"] + row(peer.time, peers.map(\.time)))
        }
        for colors in ["true", "256"] {
            for symbols in SymbolSet.allCases where symbols != .ascii {
                let command = [
                    program, "show", "--size", "200x50", "--stretch", "--symbols", symbols.rawValue, "--colors", colors,
                    photo,
                ]
                let time = ProcessorTime.least(ofRuns: 7, of: command)
                table.add(["\(symbols.rawValue), \(colors)"] + row(time, peers.map(\.time)))
            }
        }
        table.print()
    }

    private func row(_ time: Double?, _ peers: [Double?]) -> [String] {
        guard let time else { return ["missing"] + peers.map { _ in "-" } }
        return [TextTable.cell(time)] + peers.map { $0.map { TextTable.cell(time / $0) } ?? "-" }
    }
}
