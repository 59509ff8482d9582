import CZlib

/// A minimal PNG file: 8-bit RGB, uncompressed.
enum PNGFile {
    typealias Color = (red: UInt8, green: UInt8, blue: UInt8)

    /// Returns a picture in a single color.
    static func bytes(width: Int, height: Int, color: Color, exif: [UInt8] = []) -> [UInt8] {
        bytes(width: width, height: height, left: color, right: color, exif: exif)
    }

    /// Returns a picture with a color for each half.
    static func bytes(width: Int, height: Int, left: Color, right: Color, exif: [UInt8] = []) -> [UInt8] {
        var row: [UInt8] = [0]
        for column in 0..<width {
            let color = column < width / 2 ? left : right
            row += [color.red, color.green, color.blue]
        }
        return bytes(
            width: width, height: height, rows: Array(repeatElement(row, count: height).joined()), exif: exif)
    }

    /// Returns a picture of noise, which hardly shrinks when it is compressed.
    static func noise(width: Int, height: Int, seed: UInt32) -> [UInt8] {
        var state = seed
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (3 * width + 1))
        for _ in 0..<height {
            rows.append(0)
            for _ in 0..<3 * width {
                state = state &* 1_664_525 &+ 1_013_904_223
                rows.append(UInt8(state >> 24))
            }
        }
        return bytes(width: width, height: height, rows: rows, exif: [])
    }

    /// - Parameter rows: a filter of 0 and the pixels of each row.
    private static func bytes(width: Int, height: Int, rows: [UInt8], exif: [UInt8]) -> [UInt8] {
        let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", header) + (exif.isEmpty ? [] : chunk("eXIf", exif)) + chunk("IDAT", stored(rows))
            + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        return bigEndian(UInt32(content.count)) + checked + bigEndian(UInt32(crc32(0, checked, UInt32(checked.count))))
    }

    /// Returns a zlib stream of stored blocks.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 0xFFFF) {
            let block = bytes[start..<min(start + 0xFFFF, bytes.count)]
            let length = UInt16(block.count)
            stream.append(block.endIndex == bytes.count ? 1 : 0)
            for word in [length, ~length] { stream += [UInt8(word & 0xFF), UInt8(word >> 8)] }
            stream += block
        }
        return stream + bigEndian(UInt32(adler32(1, bytes, UInt32(bytes.count))))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
