/// Gradient noise (Perlin, 2002), a smooth random field determined by its seed.
struct GradientNoise: Sendable {
    private let seed: UInt64

    init(_ random: inout SeededRandom) {
        seed = random.next()
    }

    /// Returns a hash of a grid cell, as uniformly distributed bits.
    @inline(__always)
    func bits(_ column: Int, _ row: Int) -> UInt64 {
        var bits = UInt64(bitPattern: Int64(column)) &* 0x9E37_79B9_7F4A_7C15
        bits ^= UInt64(bitPattern: Int64(row)) &* 0xC2B2_AE3D_27D4_EB4F
        bits ^= seed
        bits ^= bits >> 32
        bits &*= 0xD6E8_FEB8_6659_FD93
        return bits ^ (bits >> 32)
    }

    /// Returns a uniformly distributed number from 0 to 1 for a grid cell.
    @inline(__always)
    func unit(_ column: Int, _ row: Int) -> Double {
        Double(bits(column, row) >> 40) * 0x1p-24
    }

    /// Returns one-dimensional noise, about -1 to 1; features are about one unit wide.
    @inline(__always)
    func value(_ x: Double) -> Double {
        let column = floorToInteger(x)
        let fraction = x - Double(column)
        let left = slope(bits(column, 0)) * fraction
        let right = slope(bits(column &+ 1, 0)) * (fraction - 1)
        return 2 * mix(left, right, fade(fraction))
    }

    /// Returns two-dimensional noise, about -1 to 1; features are about one unit wide.
    @inline(__always)
    func value(_ x: Double, _ y: Double) -> Double {
        let column = floorToInteger(x)
        let row = floorToInteger(y)
        let across = x - Double(column)
        let down = y - Double(row)
        let top = mix(
            corner(bits(column, row), across, down), corner(bits(column &+ 1, row), across - 1, down), fade(across))
        let bottom = mix(
            corner(bits(column, row &+ 1), across, down - 1),
            corner(bits(column &+ 1, row &+ 1), across - 1, down - 1), fade(across))
        return 1.4 * mix(top, bottom, fade(down))
    }

    /// Returns fractal noise, about -1 to 1. Octaves finer than the footprint are omitted.
    func fractal(_ x: Double, octaves: Int, footprint: Double, roughness: Double = 0.5) -> Double {
        var sum = 0.0
        var amplitude = 1.0
        var frequency = 1.0
        for _ in 0..<octaves {
            let visible = 2 - 2 * frequency * footprint
            if visible <= 0 { break }
            sum += amplitude * min(visible, 1) * value(x * frequency + 31.7 * frequency)
            amplitude *= roughness
            frequency *= 2
        }
        return sum
    }

    /// Returns fractal noise, about -1 to 1. Octaves finer than the footprint are omitted.
    func fractal(_ x: Double, _ y: Double, octaves: Int, footprint: Double, roughness: Double = 0.5) -> Double {
        var sum = 0.0
        var amplitude = 1.0
        var frequency = 1.0
        for octave in 0..<octaves {
            let visible = 2 - 2 * frequency * footprint
            if visible <= 0 { break }
            // Each octave is rotated, to hide the grid.
            let position =
                octave & 1 == 0
                ? Point(x, y) : Point(0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y)
            sum += amplitude * min(visible, 1) * value(position.x * frequency + 17.3, position.y * frequency + 5.1)
            amplitude *= roughness
            frequency *= 2
        }
        return sum
    }

    @inline(__always)
    private func slope(_ bits: UInt64) -> Double {
        Double(Int64(bitPattern: bits) >> 32) * 0x1p-31
    }

    @inline(__always)
    private func corner(_ bits: UInt64, _ across: Double, _ down: Double) -> Double {
        let slopeAcross = Double(Int32(truncatingIfNeeded: bits)) * 0x1p-31
        return slopeAcross * across + slope(bits) * down
    }

    @inline(__always)
    private func fade(_ position: Double) -> Double {
        position * position * position * (position * (position * 6 - 15) + 10)
    }
}
