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

/// Floyd–Steinberg error diffusion, serpentine, with the error in sRGB: from a distance the result is smoother than
/// with the error in linear light, which leaves saturated dots.
enum ErrorDiffusion {
    /// Returns the palette index of each pixel of a grid; 0 outside the bitmap.
    static func indices<P: Palette>(of grid: PixelGrid, in palette: P) -> [UInt8] {
        var indices = [UInt8](repeating: 0, count: grid.width * grid.height)
        // One extra column at each end catches the error that leaves the grid.
        var errors = [SIMD4<Float>](repeating: .zero, count: grid.width + 2)
        var errorsBelow = errors
        for y in grid.rowsInside {
            let isLeftToRight = (y - grid.rowsInside.lowerBound).isMultiple(of: 2)
            let step = isLeftToRight ? 1 : -1
            var x = isLeftToRight ? grid.columnsInside.lowerBound : grid.columnsInside.upperBound - 1
            for _ in grid.columnsInside {
                let original = SIMD4<Float>(grid.colors[y * grid.width + x])
                let target = original + errors[x + 1]
                // Clamped, because values darker than black or brighter than white can't be compensated and would
                // smear.
                let color = target.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
                let found = palette.nearest(to: color, from: original)
                indices[y * grid.width + x] = found.index
                let error = (color - found.color) / 16
                errors[x + 1 + step] += error * 7
                errorsBelow[x + 1 - step] += error * 3
                errorsBelow[x + 1] += error * 5
                errorsBelow[x + 1 + step] += error
                x += step
            }
            swap(&errors, &errorsBelow)
            for index in errorsBelow.indices { errorsBelow[index] = .zero }
        }
        return indices
    }
}
