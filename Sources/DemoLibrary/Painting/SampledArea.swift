import Basics

/// The rectangle of a scene that is painted, in scene units, and its pixels.
struct SampledArea: Sendable {
    /// The width of the whole scene, which has height 1.
    let aspect: Double
    /// The distance between samples; finer detail can be omitted.
    let footprint: Double
    let width: Int
    let height: Int

    private let origin: Point
    private let pixel: Point

    /// Clamps coordinates that are infinite or far outside the scene.
    init(part: PixelRect, sceneWidth: Int, sceneHeight: Int, width: Int, height: Int) {
        let unit = 1 / Double(sceneHeight)
        aspect = Double(sceneWidth) * unit
        origin = Point(Self.reachable(part.x * unit - aspect / 2), Self.reachable(part.y * unit))
        pixel = Point(
            Self.reachable(part.width * unit) / Double(width), Self.reachable(part.height * unit) / Double(height))
        footprint = max(abs(pixel.x), abs(pixel.y), 1e-12)
        self.width = width
        self.height = height
    }

    /// The x of the outer edges of the area.
    var columns: ClosedRange<Double> {
        let end = origin.x + pixel.x * Double(width)
        return min(origin.x, end)...max(origin.x, end)
    }

    /// Paints rows as opaque RGBA pixels, with few samples: one for every fourth pixel, one for each of the others
    /// where those around it differ, and several at edges.
    func paint(_ rows: Range<Int>, with shader: some Shader) -> [UInt8] {
        // Pixels around the rows too, so that rows painted apart look the same.
        var grid = PixelGrid(columns: -4..<(width + 4), rows: (rows.lowerBound - 3)..<(rows.upperBound + 3))
        for row in grid.rows where row & 1 == 0 {
            for column in grid.columns where column & 1 == 0 {
                grid[column, row] = color(column, row, shader)
            }
        }
        for row in grid.rows.dropFirst().dropLast() where row & 1 != 0 {
            for column in grid.columns.dropFirst().dropLast() where column & 1 != 0 {
                grid[column, row] = grid.diagonalMean(around: column, row) ?? color(column, row, shader)
            }
        }
        for row in (rows.lowerBound - 1)...rows.upperBound {
            for column in -1...width where (row + column) & 1 != 0 {
                grid[column, row] = grid.mean(around: column, row) ?? color(column, row, shader)
            }
        }
        return [UInt8](unsafeUninitializedCapacity: 4 * width * rows.count) { bytes, count in
            count = bytes.count
            var offset = 0
            for row in rows {
                for column in 0..<width {
                    var pixel = grid[column, row]
                    if grid.isEdge(column, row) { pixel = edgeColor(column, row, middle: pixel, shader) }
                    UnsafeMutableRawBufferPointer(bytes).storeBytes(of: pixel, toByteOffset: offset, as: RGBA.self)
                    offset += 4
                }
            }
        }
    }

    /// Returns the color of the middle of a pixel.
    private func color(_ column: Int, _ row: Int, _ shader: some Shader) -> RGBA {
        SRGBEncoding.shared.bytes(of: light(column, row, Point(0.5, 0.5), shader))
    }

    /// Returns the mean color of several samples of a pixel, of which the one in its middle is known.
    private func edgeColor(_ column: Int, _ row: Int, middle: RGBA, _ shader: some Shader) -> RGBA {
        var sum = SRGBEncoding.shared.light(of: middle)
        for position in Self.edgeSamples { sum += light(column, row, position, shader) }
        return SRGBEncoding.shared.bytes(of: sum / Double(Self.edgeSamples.count + 1))
    }

    @inline(__always)
    private func light(_ column: Int, _ row: Int, _ position: Point, _ shader: some Shader) -> LinearColor {
        let point = origin + pixel * (Point(Double(column), Double(row)) + position)
        return shader.color(at: point, footprint: footprint).exposed
    }

    /// Positions within a pixel, besides its middle. No two share a row or column, which smooths edges of any slope.
    private static let edgeSamples = [Point(0.125, 0.625), Point(0.375, 0.125), Point(0.875, 0.75)]

    private static func reachable(_ value: Double) -> Double {
        value.isFinite ? min(max(value, -1000), 1000) : 0
    }
}

/// Pixels of some columns and rows.
private struct PixelGrid {
    let columns: Range<Int>
    let rows: Range<Int>
    private var pixels: [RGBA]

    /// Differences of bytes that are too small to see in a smooth area, and those that make an edge jagged.
    private static let smoothLimit: UInt8 = 4
    private static let edgeLimit: UInt8 = 16

    init(columns: Range<Int>, rows: Range<Int>) {
        self.columns = columns
        self.rows = rows
        pixels = Array(repeating: .zero, count: columns.count * rows.count)
    }

    subscript(_ column: Int, _ row: Int) -> RGBA {
        @inline(__always) get { pixels[index(column, row)] }
        @inline(__always) set { pixels[index(column, row)] = newValue }
    }

    /// Returns the mean of the pixels beside, above and below; nil if these and those around them differ.
    func mean(around column: Int, _ row: Int) -> RGBA? {
        let index = index(column, row)
        let (above, below) = (index - columns.count, index + columns.count)
        return mean(
            of: SIMD4(index - 1, index + 1, above, below), alike: SIMD4(above - 2, above + 2, below - 2, below + 2))
    }

    /// Returns the mean of the four pixels diagonally next to one; nil if they differ.
    func diagonalMean(around column: Int, _ row: Int) -> RGBA? {
        let index = index(column, row)
        let (above, below) = (index - columns.count, index + columns.count)
        let corners = SIMD4(above - 1, above + 1, below - 1, below + 1)
        return mean(of: corners, alike: corners)
    }

    /// Returns the mean of the pixels at four indices; nil if they and those at `others` differ.
    @inline(__always)
    private func mean(of near: SIMD4<Int>, alike others: SIMD4<Int>) -> RGBA? {
        let first = pixels[near.x]
        func areAlike(_ indices: SIMD4<Int>) -> Bool {
            indices.indices.allSatisfy { !first.differs(from: pixels[indices[$0]], by: Self.smoothLimit) }
        }
        guard areAlike(near), areAlike(others) else { return nil }
        let sum = near.indices.reduce(SIMD4<UInt16>(repeating: 2)) { $0 &+ SIMD4(truncatingIfNeeded: pixels[near[$1]]) }
        return RGBA(truncatingIfNeeded: sum / 4)
    }

    /// Returns whether a pixel differs from one beside, above or below.
    func isEdge(_ column: Int, _ row: Int) -> Bool {
        let index = index(column, row)
        return [1, -1, columns.count, -columns.count].contains {
            pixels[index].differs(from: pixels[index + $0], by: Self.edgeLimit)
        }
    }

    @inline(__always)
    private func index(_ column: Int, _ row: Int) -> Int {
        (row - rows.lowerBound) * columns.count + column - columns.lowerBound
    }
}

extension RGBA {
    /// Returns whether a byte of two colors differs by more than a limit.
    @inline(__always)
    fileprivate func differs(from other: Self, by limit: UInt8) -> Bool {
        let brighter = replacing(with: other, where: other .> self)
        let darker = replacing(with: other, where: other .< self)
        return any((brighter &- darker) .> limit)
    }
}
