/// The colors of a pixel grid, reduced to those of the terminal; `.terminal` outside the bitmap.
struct ColorPlane {
    let width: Int
    let height: Int
    /// Row by row from the top.
    let colors: [Color]

    init(_ grid: PixelGrid, depth: ColorDepth, dithering: Dithering) {
        width = grid.width
        height = grid.height
        colors =
            switch depth {
            case .trueColor: Self.colors(of: grid) { Self.exact(grid.colors[$0]) }
            case .palette256: Self.colors(of: grid, in: ExtendedPalette(), dithering)
            case .sixteen: Self.colors(of: grid, in: BasicPalette.sixteen, dithering)
            case .eight where dithering == .none: Self.colors(of: grid, in: BasicPalette.eight, dithering)
            case .eight: Self.colors(of: grid, in: HuePalette(), dithering)
            case .none: [Color](repeating: .terminal, count: grid.width * grid.height)
            }
    }

    private static func exact(_ color: RGB) -> Color {
        .rgb(color.red, color.green, color.blue)
    }

    private static func colors(of grid: PixelGrid, in palette: some Palette, _ dithering: Dithering) -> [Color] {
        switch dithering {
        case .none:
            return colors(of: grid) { .palette(palette.nearest(to: SIMD4(grid.colors[$0])).index) }
        case .ordered:
            return colors(of: grid) {
                let threshold = palette.step * OrderedPattern.threshold(x: $0 % grid.width, y: $0 / grid.width)
                let color = SIMD4<Float>(grid.colors[$0]) + SIMD4(threshold, threshold, threshold, 0)
                return .palette(palette.nearest(to: color).index)
            }
        case .diffusion:
            let indices = ErrorDiffusion.indices(of: grid, in: palette)
            return colors(of: grid) { .palette(indices[$0]) }
        }
    }

    @inline(__always)
    private static func colors(of grid: PixelGrid, color: (_ index: Int) -> Color) -> [Color] {
        var colors = [Color](repeating: .terminal, count: grid.width * grid.height)
        for y in grid.rowsInside {
            for x in grid.columnsInside {
                colors[y * grid.width + x] = color(y * grid.width + x)
            }
        }
        return colors
    }
}
