/// Floyd and Steinberg's error diffusion, with every other row from right to left and the error in sRGB: seen from a
/// distance it is smoother than with the error in linear light, which leaves saturated dots.
enum ErrorDiffusion {
    /// The palette's number for each pixel of a grid; 0 where it is outside of the bitmap.
    static func indices<P: Palette>(of grid: PixelGrid, in palette: P) -> [UInt8] {
        var indices = [UInt8](repeating: 0, count: grid.width * grid.height)
        // A column more at both ends takes what falls off.
        var errors = [SIMD4<Float>](repeating: .zero, count: grid.width + 2)
        var errorsBelow = errors
        for y in grid.rowsInside {
            let isLeftToRight = (y - grid.rowsInside.lowerBound).isMultiple(of: 2)
            let step = isLeftToRight ? 1 : -1
            var x = isLeftToRight ? grid.columnsInside.lowerBound : grid.columnsInside.upperBound - 1
            for _ in grid.columnsInside {
                let original = SIMD4<Float>(grid.colors[y * grid.width + x])
                let wanted = original + errors[x + 1]
                // What is darker than black or brighter than white can't be made up for; carried on it would smear.
                let color = wanted.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
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
