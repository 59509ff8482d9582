extension Mosaic {
    static let half: Mosaic = {
        var plan = SumPlan(grid: SampleGrid(columns: 1, rows: 2))
        let whole = plan.sum([0, 1])
        return Mosaic(
            plan: plan, glyphs: [MosaicGlyph(character: "▀", complement: "▄", node: 0, plan: plan)],
            whole: whole, upper: 0, lower: 1, pixels: (1, 2), full: "█")
    }()

    static let quadrant = Mosaic(grid: SampleGrid(columns: 8, rows: 8), pixels: (2, 2)) { builder in
        builder.addPatterns(pixelRows: 2, characters: PixelPatterns.quadrants)
        builder.addEighths(complements: .few)
    }

    static let sextant = Mosaic(grid: .eighthsAndThirds, pixels: (2, 3)) { builder in
        builder.addSextants()
    }

    static let wedge = Mosaic(grid: SampleGrid(columns: 8, rows: 16), pixels: (2, 3)) { builder in
        builder.addSextants()
        builder.addWedges()
    }

    static let octant = Mosaic(grid: SampleGrid(columns: 8, rows: 16), pixels: (2, 4)) { builder in
        builder.addSextants()
        builder.addPatterns(pixelRows: 4, characters: PixelPatterns.octants)
        builder.addWedges()
    }

    /// Dots at their real size: together they cover a quarter of the cell.
    static let braille = Mosaic(grid: SampleGrid(columns: 8, rows: 16), pixels: (2, 4)) { builder in
        builder.addDots(characters: PixelPatterns.braille)
    }

    /// Dots treated as if they filled the cell, because without colors nothing else would be bright.
    static let monochromeBraille = Mosaic(
        grid: SampleGrid(columns: 2, rows: 4), pixels: (2, 4), full: "\u{28FF}"
    ) { builder in
        builder.addPatterns(pixelRows: 4, characters: PixelPatterns.braille)
    }

    private init(
        grid: SampleGrid, pixels: (columns: Int, rows: Int), full: Unicode.Scalar = "█",
        build: (inout MosaicBuilder) -> Void
    ) {
        var builder = MosaicBuilder(grid: grid)
        upper = builder.sum(0..<0.5, \.whole)
        lower = builder.sum(0.5..<1, \.whole)
        whole = builder.sum(0..<1, \.whole)
        build(&builder)
        plan = builder.plan
        glyphs = builder.glyphs
        self.pixels = pixels
        self.full = full
    }
}

extension MosaicBuilder {
    fileprivate mutating func addSextants() {
        addPatterns(pixelRows: 2, characters: PixelPatterns.quadrants)
        addPatterns(pixelRows: 3, characters: PixelPatterns.sextants)
        addEighths(complements: .all)
    }
}
