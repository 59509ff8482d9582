import Basics

/// Decodes BMP row by row; run-length encoded pictures are unpacked first.
///
/// Our own reader: rows of samples are simple, and reduction, cancellation and limits are those of the other decoders.
final class BMPDecoder: PictureDecoder {
    let size: PixelSize
    let orientation = Orientation.upright
    let profile: [UInt8]?
    private let header: BMPHeader
    private let file: FileBytes

    init(_ file: FileBytes, limits: DecodeLimits) throws {
        header = try BMPHeader(file.bytes)
        self.file = file
        size = header.size
        profile = header.profile.flatMap { $0.count <= limits.profileBytes ? Array(file.bytes[$0]) : nil }
    }

    func memory(for plan: DecodePlan) -> Int {
        plan.bytes + 4 * size.width * (plan.factor + 1) + (header.encoding == .runs ? 2 * size.count : 0)
    }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        let runs = header.encoding == .runs ? try BMPRuns(file.bytes, header, cancellation: cancellation) : nil
        var isWhole = runs?.isWhole ?? true
        let hasAlpha = try header.usesAlpha(in: file.bytes, cancellation: cancellation)
        // Missing rows are those at the end of the file: at the top of most pictures.
        let canLackPixels = runs != nil || (header.fileBytes ?? 0) > file.count
        var rows = RowCollector(
            region: plan.region, factor: plan.factor, hasAlpha: hasAlpha || canLackPixels)
        var pixels = [UInt32](repeating: 0, count: size.width)
        for y in 0..<size.height where !rows.isComplete {
            if y.isMultiple(of: 16) { try cancellation.check() }
            let storedRow = header.isTopDown ? y : size.height - 1 - y
            if let runs {
                for x in 0..<size.width { pixels[x] = runs.color(x: x, row: storedRow, palette: header.palette) }
            } else if !read(row: storedRow, hasAlpha: hasAlpha, into: &pixels) {
                isWhole = false
                for x in 0..<size.width { pixels[x] = 0 }
            }
            pixels.withUnsafeBytes { bytes in
                if let start = bytes.bindMemory(to: UInt8.self).baseAddress { rows.append(start) }
            }
        }
        var decoded = rows.finish()
        decoded.isTruncated = !isWhole
        return decoded
    }

    /// Returns whether the file contains the row.
    private func read(row: Int, hasAlpha: Bool, into pixels: inout [UInt32]) -> Bool {
        let start = header.pixelOffset + row * header.rowBytes
        // The padding of the last row may be missing.
        guard start + (size.width * header.depth + 7) / 8 <= file.count else { return false }
        let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[start..<min(start + header.rowBytes, file.count)])
        let depth = header.depth
        if depth <= 8 {
            let perByte = 8 / depth
            let mask = 1 << depth - 1
            for x in 0..<size.width {
                let shift = 8 - depth * (x % perByte + 1)
                pixels[x] = header.palette[Int(bytes[x / perByte]) >> shift & mask]
            }
            return true
        }
        let (red, green, blue, alpha) = (
            header.channels[0], header.channels[1], header.channels[2], header.channels[3]
        )
        for x in 0..<size.width {
            let pixel = BMPHeader.pixel(x, depth: depth, in: bytes)
            let opacity = hasAlpha ? alpha.value(of: pixel) : 255
            pixels[x] = UInt32(
                littleEndian: opacity << 24 | blue.value(of: pixel) << 16 | green.value(of: pixel) << 8
                    | red.value(of: pixel))
        }
        return true
    }
}

extension BMPHeader {
    /// Returns a pixel of 16, 24 or 32 bits in a row.
    @inline(__always)
    fileprivate static func pixel(_ x: Int, depth: Int, in row: UnsafeRawBufferPointer) -> UInt32 {
        switch depth {
        case 16: UInt32(row[2 * x]) | UInt32(row[2 * x + 1]) << 8
        case 24: UInt32(row[3 * x]) | UInt32(row[3 * x + 1]) << 8 | UInt32(row[3 * x + 2]) << 16
        default: row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self).littleEndian
        }
    }

    /// Returns whether any pixel has alpha: many writers declare the channel but leave it 0.
    fileprivate func usesAlpha(
        in bytes: UnsafeRawBufferPointer, cancellation: DecodeCancellation
    ) throws -> Bool {
        guard let alpha = channels.last, !alpha.isMissing else { return false }
        let pixelBytes = depth / 8
        for row in 0..<size.height {
            if row.isMultiple(of: 16) { try cancellation.check() }
            let start = pixelOffset + row * rowBytes
            guard start + size.width * pixelBytes <= bytes.count else { return false }
            let row = UnsafeRawBufferPointer(rebasing: bytes[start..<start + size.width * pixelBytes])
            if (0..<size.width).contains(where: { alpha.value(of: Self.pixel($0, depth: depth, in: row)) != 0 }) {
                return true
            }
        }
        return false
    }
}

/// The palette indices of a run-length encoded BMP.
private struct BMPRuns {
    /// By stored row; `missing` where the file skips a pixel.
    private var indices: [UInt16]
    private let width: Int
    /// Whether the end of the picture was reached.
    private(set) var isWhole = false

    private static let missing: UInt16 = 256

    init(_ bytes: UnsafeRawBufferPointer, _ header: BMPHeader, cancellation: DecodeCancellation) throws {
        width = header.size.width
        indices = [UInt16](repeating: Self.missing, count: header.size.count)
        let height = header.size.height
        let isNibbles = header.depth == 4
        var (x, row, position, steps) = (0, 0, header.pixelOffset, 0)
        while row < height {
            steps += 1
            if steps.isMultiple(of: 1 << 14) { try cancellation.check() }
            guard position + 2 <= bytes.count else { return }
            let (count, value) = (Int(bytes[position]), bytes[position + 1])
            position += 2
            if count > 0 {
                for index in 0..<max(0, min(count, width - x)) {
                    indices[row * width + x + index] = UInt16(
                        isNibbles ? index.isMultiple(of: 2) ? value >> 4 : value & 15 : value)
                }
                x += count
                continue
            }
            switch value {
            case 0: (x, row) = (0, row + 1)
            case 1:
                isWhole = true
                return
            case 2:
                guard position + 2 <= bytes.count else { return }
                x += Int(bytes[position])
                row += Int(bytes[position + 1])
                position += 2
            default:
                let count = Int(value)
                let stored = isNibbles ? (count + 1) / 2 : count
                guard position + stored <= bytes.count else { return }
                for index in 0..<max(0, min(count, width - x)) {
                    let byte = bytes[position + (isNibbles ? index / 2 : index)]
                    indices[row * width + x + index] = UInt16(
                        isNibbles ? index.isMultiple(of: 2) ? byte >> 4 : byte & 15 : byte)
                }
                x += count
                // Padded to an even number of bytes.
                position += (stored + 1) & ~1
            }
        }
        isWhole = true
    }

    @inline(__always)
    func color(x: Int, row: Int, palette: [UInt32]) -> UInt32 {
        let index = indices[row * width + x]
        return index == Self.missing ? 0 : palette[Int(index)]
    }
}

extension PictureFormat {
    static let bmp = PictureFormat(
        name: "BMP", fileExtensions: ["bmp", "dib"], mimeType: "image/bmp",
        matches: { head in
            head.hasASCII("BM", at: 0) && head.count >= 18
                && BMPHeader.headerSizes.contains(
                    Int(head.loadUnaligned(fromByteOffset: 14, as: UInt32.self).littleEndian))
        },
        isComplete: { ((try? BMPHeader($0))?.fileBytes ?? 0) <= $0.count }, hasSizeAtStart: true,
        decoder: { try BMPDecoder($0, limits: $1.limits) })
}
