import CellArt

/// Processor time of one thread to convert a bitmap to 200 x 50 cells, in each mode.
struct ConversionTimes {
    private static let modes: [(colors: ColorDepth, dithering: Dithering)] = [
        (.trueColor, .none), (.palette256, .none), (.palette256, .diffusion), (.sixteen, .diffusion),
        (.none, .diffusion),
    ]

    private let bitmap: Bitmap

    init(width: Int, height: Int) {
        bitmap = .landscape(width: width, height: height)
    }

    func print() throws {
        Swift.print("\n\(bitmap.width) x \(bitmap.height) pixels to 200 x 50 cells, milliseconds\n")
        var table = TextTable(columns: ["colors"] + SymbolSet.allCases.map(\.rawValue))
        for mode in Self.modes {
            let times = SymbolSet.allCases.map { symbols in
                let style = ArtStyle(symbols: symbols, colors: mode.colors, dithering: mode.dithering)
                return ProcessorTime.least(ofRuns: 7) {
                    _ = CellArtist.draw(bitmap, columns: 200, rows: 50, style: style)
                }
            }
            table.add(["\(mode.colors), \(mode.dithering)"] + times.map(TextTable.cell))
        }
        let file = try TemporaryPixmap(bitmap)
        for (name, colors) in [("chafa, true color", "full"), ("chafa, 256 colors", "240")] {
            let times = SymbolSet.allCases.map { Chafa.conversionTime(of: file.path, symbols: $0, colors: colors) }
            let isMissing = times.allSatisfy { $0 == nil }
            table.add([isMissing ? "\(name): missing" : name] + times.map { $0.map(TextTable.cell) ?? "-" })
        }
        table.print()
    }
}
