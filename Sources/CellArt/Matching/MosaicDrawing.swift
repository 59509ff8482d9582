import Basics

/// A bitmap drawn with block characters.
struct MosaicArt {
    let bitmap: Bitmap
    let style: ArtStyle
    /// The characters of the symbol set in `style`.
    let mosaic: Mosaic

    /// Returns the cells for a part of the bitmap, which may extend beyond it by less than one cell.
    func cells(of part: PixelRect, columns: Int, rows: Int, mosaic: Mosaic) -> [ArtCell] {
        let pixels = FlatPixels(bitmap, part: part, columns: columns, rows: rows, style: style)
        func draw(_ mosaic: Mosaic, pattern: OrderedPattern? = nil, _ chooser: some CellChooser) -> [ArtCell] {
            var chooser = chooser
            return mosaic.draw(pixels, columns: columns, rows: rows, pattern: pattern, chooser: &chooser)
        }
        func draw(_ mosaic: Mosaic, palette: some Palette) -> [ArtCell] {
            switch style.dithering {
            case .none:
                draw(mosaic, PaletteChooser(palette: palette))
            case .ordered:
                draw(
                    mosaic, pattern: OrderedPattern(mosaic: mosaic, strength: palette.step),
                    PaletteChooser(palette: palette))
            case .diffusion:
                draw(
                    mosaic,
                    DiffusionChooser(
                        palette: palette, mosaic: mosaic, columns: columns,
                        chromaWeight: Diffusion.chromaWeight(cells: columns * rows, colors: style.colors)))
            }
        }
        return switch style.colors {
        case .trueColor: draw(mosaic, TrueColorChooser())
        case .palette256: draw(mosaic, palette: ExtendedPalette())
        case .sixteen: draw(mosaic, palette: BasicPalette.sixteen)
        case .eight where style.dithering == .none: draw(mosaic, palette: BasicPalette.eight)
        case .eight: draw(mosaic, palette: HuePalette())
        case .none: draw(mosaic, palette: MonochromePalette(isInkLight: style.background.isDark, full: mosaic.full))
        }
    }
}

/// Chooses the characters and colors of cells.
protocol CellChooser {
    /// Whether every other row of cells is processed from right to left.
    var isSerpentine: Bool { get }

    /// Chooses the contents of a run of cells.
    /// - Parameters:
    ///   - nodes: red, green and blue of each node of the mosaic's plan, with one lane per cell.
    ///   - cells: the cells to fill in.
    mutating func choose(_ nodes: UnsafePointer<CellLanes>, cells: CellRun, mosaic: Mosaic)
}

extension CellChooser {
    var isSerpentine: Bool { false }
}

/// Up to eight neighboring cells of a row.
struct CellRun {
    let target: UnsafeMutableBufferPointer<ArtCell>
    let row: Int
    /// The column of the first cell.
    let column: Int
    let isReversed: Bool

    /// The indices of the cells in the run, in processing order.
    var lanes: StrideTo<Int> {
        isReversed ? stride(from: target.count - 1, to: -1, by: -1) : stride(from: 0, to: target.count, by: 1)
    }
}

extension Mosaic {
    /// Draws all cells of a picture.
    func draw(
        _ pixels: FlatPixels, columns: Int, rows: Int, pattern: OrderedPattern?, chooser: inout some CellChooser
    ) -> [ArtCell] {
        var sampler = CellSampler(pixels, columns: columns, rows: rows, grid: plan.grid)
        let width = CellLanes.scalarCount
        return [ArtCell](unsafeUninitializedCapacity: columns * rows) { cells, count in
            withUnsafeTemporaryAllocation(of: CellLanes.self, capacity: 3 * plan.nodeCount) { nodes in
                nodes.initialize(repeating: .zero)
                guard let nodes = nodes.baseAddress else { return }
                for row in 0..<rows {
                    sampler.load(row: row)
                    let isReversed = chooser.isSerpentine && !row.isMultiple(of: 2)
                    let runCount = (columns + width - 1) / width
                    for run in 0..<runCount {
                        let column = width * (isReversed ? runCount - 1 - run : run)
                        sampler.sample(column: column, into: nodes)
                        pattern?.add(to: nodes, column: column, row: row)
                        plan.run(nodes)
                        let target = row * columns + column..<row * columns + min(columns, column + width)
                        chooser.choose(
                            nodes,
                            cells: CellRun(
                                target: UnsafeMutableBufferPointer(rebasing: cells[target]), row: row, column: column,
                                isReversed: isReversed),
                            mosaic: self)
                    }
                }
            }
            count = columns * rows
        }
    }
}
