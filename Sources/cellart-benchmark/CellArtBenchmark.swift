import CellArt

/// Prints how long it takes to turn bitmaps of some sizes into 200 x 50 cells, in each mode: the processor time of one
/// thread, the least of some runs.
@main
enum CellArtBenchmark {
    private static let sizes = [(500, 375), (1000, 750), (4000, 3000)]

    private static let modes: [(colors: ColorDepth, dithering: Dithering)] = [
        (.trueColor, .none), (.palette256, .none), (.palette256, .ordered), (.palette256, .diffusion),
        (.sixteen, .diffusion), (.none, .diffusion),
    ]

    static func main() {
        for (width, height) in sizes {
            let bitmap = Bitmap.landscape(width: width, height: height)
            print("\n\(width) x \(height) pixels, milliseconds")
            print(row("", SymbolSet.allCases.map(\.rawValue)))
            for mode in modes {
                let times = SymbolSet.allCases.map { symbols in
                    let style = ArtStyle(symbols: symbols, colors: mode.colors, dithering: mode.dithering)
                    return ProcessorTime.least(ofRuns: 3) {
                        _ = CellArtist.draw(bitmap, columns: 200, rows: 50, style: style)
                    }
                }
                print(row("\(mode.colors) \(mode.dithering)", times.map { "\(($0 * 100).rounded() / 100)" }))
            }
        }
    }

    private static func row(_ name: String, _ columns: [String]) -> String {
        columns.reduce(name.padded(to: 22)) { $0 + $1.padded(to: 10) }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
