import Albums
import CGIF

/// The first frame of a GIF, by giflib.
final class GIFDecoder: PictureDecoder {
    let size: PixelSize
    let orientation = Orientation.upright
    let profile: [UInt8]? = nil
    /// Where the frame stands on the canvas; it may reach beyond.
    private let frame: PixelRegion
    private let isInterlaced: Bool
    /// The RGBA pixel of each of the 256 indices, transparent where the palette has none.
    private let palette: [UInt32]
    private let stream: GIFStream

    init(_ file: FileBytes, limits: DecodeLimits) throws {
        stream = try GIFStream(file)
        let transparent = try stream.skipToFrame()
        let gif = stream.gif.pointee
        frame = PixelRegion(
            x: Int(gif.Image.Left), y: Int(gif.Image.Top), width: Int(gif.Image.Width), height: Int(gif.Image.Height))
        isInterlaced = gif.Image.Interlace
        size = PixelSize(
            width: gif.SWidth > 0 ? Int(gif.SWidth) : frame.width,
            height: gif.SHeight > 0 ? Int(gif.SHeight) : frame.height)
        guard frame.width > 0, frame.height > 0, let colors = (gif.Image.ColorMap ?? gif.SColorMap)?.pointee else {
            throw GIFStream.damaged
        }
        var palette = [UInt32](repeating: 0, count: 256)
        for index in 0..<min(256, Int(colors.ColorCount)) where index != transparent {
            let color = colors.Colors[index]
            palette[index] = UInt32(
                littleEndian: 0xFF00_0000 | UInt32(color.Blue) << 16 | UInt32(color.Green) << 8 | UInt32(color.Red))
        }
        self.palette = palette
    }

    func memory(for plan: DecodePlan) -> Int {
        plan.bytes + 4 * size.width * plan.factor + (isInterlaced ? frame.size.count : frame.width)
    }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, stop: DecodeStop) throws -> DecodedPixels {
        var rows = RowCollector(region: plan.region, factor: plan.factor, hasAlpha: true)
        let interlaced = isInterlaced ? try interlacedIndices(stop: stop) : nil
        var indices = [UInt8](repeating: 0, count: frame.width)
        for y in 0..<size.height where !rows.isComplete {
            if y.isMultiple(of: 16) { try stop.check(size) }
            var row = [UInt32](repeating: 0, count: size.width)
            if frame.rows.contains(y) {
                let frameRow = y - frame.y
                if let interlaced {
                    indices.withUnsafeMutableBufferPointer {
                        _ = $0.update(from: interlaced[frameRow * frame.width..<(frameRow + 1) * frame.width])
                    }
                } else if !stream.readRow(&indices) {
                    // What came before the damage is worth showing.
                    if frameRow == 0 { throw GIFStream.damaged }
                    break
                }
                for x in 0..<max(0, min(frame.width, size.width - frame.x)) {
                    row[frame.x + x] = palette[Int(indices[x])]
                }
            }
            row.withUnsafeBytes { bytes in
                if let start = bytes.bindMemory(to: UInt8.self).baseAddress { rows.append(start) }
            }
        }
        return rows.finish()
    }

    /// Interlaced rows come in four passes (GIF89a, appendix E).
    private func interlacedIndices(stop: DecodeStop) throws -> [UInt8] {
        var indices = [UInt8](repeating: 0, count: frame.size.count)
        var row = [UInt8](repeating: 0, count: frame.width)
        for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
            for y in stride(from: first, to: frame.height, by: step) {
                try stop.check(size)
                guard stream.readRow(&row) else {
                    if y == 0 { throw GIFStream.damaged }
                    return indices
                }
                indices.replaceSubrange(y * frame.width..<(y + 1) * frame.width, with: row)
            }
        }
        return indices
    }
}
