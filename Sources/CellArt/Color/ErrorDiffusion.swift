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
