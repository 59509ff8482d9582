import Basics
import CGIF

/// Decodes the first frame of a GIF, using giflib.
final class GIFDecoder: PictureDecoder {
    let size: PixelSize
    let orientation = Orientation.upright
    let profile: [UInt8]? = nil
    private let frame: GIFFrame
    private let stream: GIFStream

    init(_ file: FileBytes, limits: DecodeLimits) throws {
        stream = try GIFStream(file)
        guard let frame = try stream.nextFrame() else { throw GIFStream.damaged }
        self.frame = frame
        size = stream.canvasSize ?? frame.region.size
    }

    func memory(for plan: DecodePlan) -> Int {
        plan.bytes + 4 * size.width * plan.factor
            + (frame.isInterlaced ? frame.region.size.count : frame.region.width)
    }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        var rows = RowCollector(region: plan.region, factor: plan.factor, hasAlpha: true)
        let region = frame.region
        let interlaced = frame.isInterlaced ? try interlacedIndices(cancellation: cancellation) : nil
        var indices = [UInt8](repeating: 0, count: region.width)
        for y in 0..<size.height where !rows.isComplete {
            if y.isMultiple(of: 16) { try cancellation.check() }
            var row = [UInt32](repeating: 0, count: size.width)
            if region.rows.contains(y) {
                let frameRow = y - region.y
                if let interlaced {
                    indices.withUnsafeMutableBufferPointer {
                        _ = $0.update(from: interlaced[frameRow * region.width..<(frameRow + 1) * region.width])
                    }
                } else if !stream.readRow(&indices) {
                    // The rows before the damage are worth showing.
                    if frameRow == 0 { throw GIFStream.damaged }
                    break
                }
                for x in 0..<max(0, min(region.width, size.width - region.x)) {
                    row[region.x + x] = frame.palette[Int(indices[x])]
                }
            }
            row.withUnsafeBytes { bytes in
                if let start = bytes.bindMemory(to: UInt8.self).baseAddress { rows.append(start) }
            }
        }
        return rows.finish()
    }

    private func interlacedIndices(cancellation: DecodeCancellation) throws -> [UInt8] {
        let width = frame.region.width
        var indices = [UInt8](repeating: 0, count: frame.region.size.count)
        var row = [UInt8](repeating: 0, count: width)
        for y in frame.storedRows {
            try cancellation.check()
            guard stream.readRow(&row) else {
                if y == 0 { throw GIFStream.damaged }
                return indices
            }
            indices.replaceSubrange(y * width..<(y + 1) * width, with: row)
        }
        return indices
    }
}

extension PictureFormat {
    static let gif = PictureFormat(
        name: "GIF", fileExtensions: ["gif"], mimeType: "image/gif",
        matches: { $0.hasASCII("GIF87a", at: 0) || $0.hasASCII("GIF89a", at: 0) },
        isComplete: { bytes in bytes.last { $0 != 0 } == UInt8(ascii: ";") },
        // giflib doesn't report its version at run time.
        libraries: { [.linked("giflib", "\(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)")] },
        decoder: { try GIFDecoder($0, limits: $1.limits) },
        animation: { try GIFAnimation($0.read($0.size, at: 0, cancellation: $2), limits: $1) })
}
