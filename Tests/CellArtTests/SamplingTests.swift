import Basics
import SeededGenerator
import Testing

@testable import CellArt

struct SamplingTests {
    @Test("Each sample is the exact mean of its area, weighted by its share of the cell", arguments: 0..<12)
    func exact(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func size(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        let bitmap = Bitmap.random(width: size(1...40), height: size(1...40), using: &random)
        let columns = size(5...13)
        let rows = size(3...6)
        let width = Double.random(in: 0.5...1, using: &random) * Double(bitmap.width)
        let height = Double.random(in: 0.5...1, using: &random) * Double(bitmap.height)
        let part = PixelRect(
            x: Double.random(in: 0...Double(bitmap.width) - width, using: &random),
            y: Double.random(in: 0...Double(bitmap.height) - height, using: &random), width: width, height: height)
        let grid =
            [SampleGrid.eighthsAndThirds, SampleGrid(columns: 1, rows: 2), SampleGrid(columns: 8, rows: 16)]
            .randomElement(using: &random) ?? .eighthsAndThirds
        var sampler = CellSampler(
            FlatPixels(
                bitmap, part: part, columns: columns, rows: rows,
                style: ArtStyle(symbols: .half, colors: .trueColor)),
            columns: columns, rows: rows, grid: grid)
        var samples = [CellLanes](repeating: .zero, count: 3 * grid.count)
        for row in 0..<rows {
            sampler.load(row: row)
            for first in stride(from: 0, to: columns, by: 8) {
                samples.withUnsafeMutableBufferPointer { sampler.sample(column: first, into: $0.baseAddress!) }
                for index in 0..<grid.count {
                    let x = Double(index % grid.columns) / Double(grid.columns)
                    let top = grid.rowEdges[index / grid.columns]
                    let bottom = grid.rowEdges[index / grid.columns + 1]
                    for lane in 0..<min(8, columns - first) {
                        let left = (Double(first + lane) + x) * width / Double(columns)
                        let mean = bitmap.mean(
                            x: part.x + left..<part.x + left + width / Double(columns * grid.columns),
                            y: part.y + (Double(row) + top) * height / Double(rows)..<part.y + (Double(row) + bottom)
                                * height / Double(rows))
                        let area = (bottom - top) / Double(grid.columns)
                        for channel in 0..<3 {
                            let sample = Double(samples[3 * index + channel][lane]) / area
                            #expect(abs(sample - mean[channel]) < 0.01)
                        }
                    }
                }
            }
        }
    }

    @Test("Detail finer than a cell is averaged in linear light")
    func linearLight() {
        let board = Bitmap.painted(width: 64, height: 128) { x, y in
            (x + y).isMultiple(of: 2) ? RGB(0, 0, 0) : RGB(255, 255, 255)
        }
        for symbols in SymbolSet.allCases where symbols != .ascii {
            let picture = CellArtist.draw(
                board, columns: 2, rows: 2, style: ArtStyle(symbols: symbols, colors: .trueColor))
            #expect(picture.cells.allSatisfy { $0.background == .rgb(188, 188, 188) })
        }
        // A frame of a transition would be over by then.
        let frame = CellArtist.draw(
            board, columns: 2, rows: 2, style: ArtStyle(symbols: .half, colors: .trueColor).inMotion)
        #expect(frame.cells.allSatisfy { $0.background == .rgb(128, 128, 128) })
    }
}

extension Bitmap {
    /// Returns the mean color of a rectangle.
    fileprivate func mean(x: Range<Double>, y: Range<Double>) -> SIMD3<Double> {
        var sum = SIMD3<Double>.zero
        var area = 0.0
        for row in 0..<height {
            let high = min(y.upperBound, Double(row + 1)) - max(y.lowerBound, Double(row))
            guard high > 0 else { continue }
            for column in 0..<width {
                let wide = min(x.upperBound, Double(column + 1)) - max(x.lowerBound, Double(column))
                guard wide > 0 else { continue }
                let color = color(x: column, y: row)
                sum += high * wide * SIMD3(Double(color.red), Double(color.green), Double(color.blue))
                area += high * wide
            }
        }
        return sum / area
    }
}
