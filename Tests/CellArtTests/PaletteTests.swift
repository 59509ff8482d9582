import SeededGenerator
import Testing

@testable import CellArt

struct PaletteTests {
    @Test("The palette lookup finds the nearest of the 240 fixed colors")
    func nearest() {
        let levels = [0, 95, 135, 175, 215, 255]
        var colors = (0..<216).map {
            SIMD4<Float>(Float(levels[$0 / 36]), Float(levels[$0 / 6 % 6]), Float(levels[$0 % 6]), 0)
        }
        colors += (0..<24).map { SIMD4(SIMD3(repeating: Float(8 + 10 * $0)), 0) }
        var random = SeededGenerator(seed: 11)
        for _ in 0..<20_000 {
            func channel() -> Float { Float.random(in: 0...255, using: &random) }
            let gray = channel()
            let color =
                Bool.random(using: &random)
                ? SIMD4(channel(), channel(), channel(), 0)
                : SIMD4(gray, gray, gray + channel() / 32, 0).clamped(
                    lowerBound: .zero, upperBound: SIMD4(repeating: 255))
            let found = ExtendedPalette().nearest(to: color)
            #expect(found.color == colors[Int(found.index) - 16])
            let least = colors.map { $0.difference(from: color) }.min() ?? 0
            #expect(found.color.difference(from: color) <= least + 0.01)
        }
    }

    @Test(
        "A picture uses only colors the terminal has",
        arguments: [(ColorDepth.palette256, 16...255), (.sixteen, 0...15), (.eight, 0...7)])
    func range(colors: ColorDepth, allowed: ClosedRange<UInt8>) {
        var random = SeededGenerator(seed: 2)
        let bitmap = Bitmap.random(width: 60, height: 60, using: &random)
        let picture = CellArtist.draw(bitmap, columns: 60, rows: 30, style: ArtStyle(symbols: .half, colors: colors))
        for cell in picture.cells {
            for color in [cell.foreground, cell.background] {
                guard case .palette(let index) = color else {
                    Issue.record("\(color) is not in the palette")
                    return
                }
                #expect(allowed.contains(index))
            }
        }
    }

    @Test("Exact palette colors are unchanged")
    func exactColors() {
        let bitmap = Bitmap.painted(width: 4, height: 2) { x, y in
            [
                [RGB(95, 135, 255), RGB(8, 8, 8), RGB(255, 0, 0), RGB(238, 238, 238)],
                Array(repeating: RGB(0, 0, 0), count: 4),
            ][y][x]
        }
        let picture = CellArtist.draw(bitmap, columns: 4, rows: 1, style: ArtStyle(symbols: .half, colors: .palette256))
        #expect(picture.cells.map(\.foreground) == [.palette(69), .palette(232), .palette(196), .palette(255)])
        #expect(picture.cells.allSatisfy { $0.glyph == "▀" && $0.background == .palette(16) })
    }

    @Test(
        "Grays are dithered in black and white only, even with camera noise",
        arguments: [SymbolSet.ascii, .half, .quadrant, .sextant, .octant, .braille],
        [Dithering.ordered, .diffusion])
    func neutral(symbols: SymbolSet, dithering: Dithering) {
        var random = SeededGenerator(seed: 8)
        for noise in [0, 3] {
            let ramp = Bitmap.painted(width: 256, height: 64) { x, y in
                func channel() -> UInt8 { UInt8(min(255, max(0, x + Int.random(in: -noise...noise, using: &random)))) }
                return RGB(channel(), channel(), channel())
            }
            let picture = CellArtist.draw(
                ramp, columns: 64, rows: 16, style: ArtStyle(symbols: symbols, colors: .eight, dithering: dithering))
            let colors = picture.cells.flatMap { [$0.foreground, $0.background] }
            let isNeutral = colors.allSatisfy { [.terminal, .palette(0), .palette(7)].contains($0) }
            #expect(isNeutral, "noise of \(noise)")
        }
    }

    @Test("Dithering keeps the hue by using only palette colors near it")
    func hues() {
        for (color, hues) in [(RGB(150, 100, 60), [1, 3]), (RGB(60, 100, 150), [4, 6]), (RGB(150, 60, 140), [5])] {
            let picture = CellArtist.draw(
                .plain(color, width: 64, height: 64), columns: 64, rows: 32,
                style: ArtStyle(symbols: .half, colors: .eight))
            let used = Set(picture.cells.flatMap { [$0.foreground, $0.background] })
            let allowed = ([0, 7] + hues).map { Color.palette(UInt8($0)) }
            #expect(used.isSubset(of: allowed), "\(used)")
            #expect(used.contains(.palette(UInt8(hues[0]))))
        }
    }

    @Test(
        "Diffusion keeps the brightness of a gray ramp",
        arguments: [ColorDepth.none, .eight, .sixteen, .palette256])
    func gradient(colors: ColorDepth) {
        let ramp = Bitmap.painted(width: 128, height: 32) { x, _ in RGB(UInt8(2 * x), UInt8(2 * x), UInt8(2 * x)) }
        let picture = CellArtist.draw(ramp, columns: 128, rows: 16, style: ArtStyle(symbols: .half, colors: colors))
        // The white of the 8-color palette is 229.
        let brightest: Float = colors == .eight ? 220 : 255
        for first in stride(from: 16, to: 112, by: 16) where Float(2 * first + 32) < brightest {
            let values = (0..<256).flatMap { index -> [Float] in
                let halves = picture[first + index % 16, index / 16].paletteLumas
                return [halves.upper, halves.lower]
            }
            let mean = values.reduce(0, +) / Float(values.count)
            #expect(abs(mean - Float(2 * first + 15)) < 6)
        }
    }
}

extension ArtCell {
    /// The luma of the upper and lower halves on a terminal with white text on black.
    fileprivate var paletteLumas: (upper: Float, lower: Float) {
        let foreground = Float(foreground.luma(terminal: 255))
        let background = Float(background.luma(terminal: 0))
        return switch glyph {
        case "▀": (foreground, background)
        case "▄": (background, foreground)
        case "█": (foreground, foreground)
        default: (background, background)
        }
    }
}
