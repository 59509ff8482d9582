import Albums
import Basics

/// The headers of a BMP, up to its color table (Windows' BITMAPINFOHEADER family, and OS/2's BITMAPCOREHEADER).
struct BMPHeader {
    enum Encoding {
        /// Rows of palette indices or colors, padded to four bytes.
        case rows
        /// Runs of palette indices with 4 or 8 bits (`BI_RLE4`, `BI_RLE8`).
        case runs
    }

    let size: PixelSize
    let isTopDown: Bool
    /// Bits per pixel: 1, 2, 4 or 8 with a palette; 16, 24 or 32 without.
    let depth: Int
    let encoding: Encoding
    /// The offset of the pixels in the file.
    let pixelOffset: Int
    /// RGBA for each index; empty without a palette.
    let palette: [UInt32]
    /// The bits of red, green, blue and alpha in a pixel without a palette.
    let channels: [BMPChannel]
    /// The bytes of the embedded ICC profile in the file.
    let profile: Range<Int>?

    /// - Throws: `PictureFailure.damaged`, or `.unsupportedFormat` for rare kinds of BMP.
    init(_ bytes: UnsafeRawBufferPointer) throws(PictureFailure) {
        let fields = LittleEndianFields(bytes: bytes)
        guard let headerBytes = fields.long(at: 14), Self.headerSizes.contains(headerBytes),
            let pixelOffset = fields.long(at: 10)
        else { throw Self.damaged }
        self.pixelOffset = pixelOffset
        let isCore = headerBytes == Self.coreBytes
        let width = isCore ? fields.short(at: 18) : fields.signedLong(at: 18)
        let height = isCore ? fields.short(at: 20) : fields.signedLong(at: 22)
        guard let width, let height, let depth = fields.short(at: isCore ? 24 : 28),
            let size = PixelSize(width: Side(width), height: Side(abs(height)))
        else { throw Self.damaged }
        self.size = size
        self.depth = depth
        isTopDown = height < 0
        // OS/2's own header of 16 bytes ends before the compression.
        let compression = headerBytes >= Self.infoBytes ? fields.long(at: 30) : 0
        switch (compression, depth) {
        case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32): encoding = .rows
        case (3, 16), (3, 32), (6, 16), (6, 32): encoding = .rows
        case (1, 8), (2, 4): encoding = .runs
        // JPEG, PNG and OS/2's Huffman code; Windows keeps 64 bits in memory only.
        case (4, _), (5, _), (3, 1), (_, 64): throw .unsupportedFormat("BMP of this kind")
        default: throw Self.damaged
        }

        guard depth > 8 else {
            let used = headerBytes >= Self.infoBytes ? fields.long(at: 46) ?? 0 : 0
            palette = Self.palette(
                fields, at: 14 + headerBytes, entryBytes: isCore ? 3 : 4,
                count: used == 0 ? 1 << depth : min(used, 1 << depth), end: pixelOffset)
            channels = []
            profile = Self.profile(fields, headerBytes: headerBytes)
            return
        }
        palette = []
        let masks: [Int]
        if compression == 3 || compression == 6 {
            // The masks follow a header of 40 bytes; longer ones include them.
            let hasAlpha = compression == 6 || headerBytes >= Self.alphaMaskBytes
            masks = (0..<(hasAlpha ? 4 : 3)).compactMap { fields.long(at: 54 + 4 * $0) }
            guard masks.count == (hasAlpha ? 4 : 3) else { throw Self.damaged }
        } else {
            masks = depth == 16 ? [0x7C00, 0x03E0, 0x001F] : [0xFF0000, 0x00FF00, 0x0000FF]
        }
        channels = (0..<4).map { BMPChannel(mask: $0 < masks.count ? masks[$0] : 0, missing: $0 == 3 ? 255 : 0) }
        profile = Self.profile(fields, headerBytes: headerBytes)
    }

    /// The number of bytes of a stored row.
    var rowBytes: Int { (size.width * depth + 31) / 32 * 4 }

    /// The number of bytes of a file with all rows; nil if they are compressed.
    var fileBytes: Int? { encoding == .rows ? pixelOffset + rowBytes * size.height : nil }

    /// The sizes of the known headers; the first one is OS/2's.
    static let headerSizes: Set<Int> = [coreBytes, 16, infoBytes, 52, alphaMaskBytes, 64, 108, profileBytes]
    private static let coreBytes = 12
    private static let infoBytes = 40
    private static let alphaMaskBytes = 56
    private static let profileBytes = 124

    static let damaged = PictureFailure.damaged(format: PictureFormat.bmp.name)

    private static func palette(
        _ fields: LittleEndianFields, at start: Int, entryBytes: Int, count: Int, end: Int
    ) -> [UInt32] {
        var palette = [UInt32](repeating: 0, count: 256)
        for index in 0..<count {
            let offset = start + entryBytes * index
            // Some writers store fewer entries than they declare.
            guard offset + 3 <= end, let blue = fields.byte(at: offset), let green = fields.byte(at: offset + 1),
                let red = fields.byte(at: offset + 2)
            else { break }
            palette[index] = UInt32(littleEndian: 0xFF00_0000 | blue << 16 | green << 8 | red)
        }
        return palette
    }

    private static func profile(_ fields: LittleEndianFields, headerBytes: Int) -> Range<Int>? {
        let embedded = 0x4D42_4544
        guard headerBytes >= profileBytes, fields.long(at: 14 + 56) == embedded,
            let offset = fields.long(at: 14 + 112), let count = fields.long(at: 14 + 116), count > 0,
            14 + offset + count <= fields.bytes.count
        else { return nil }
        return 14 + offset..<14 + offset + count
    }
}

/// The bits of a color channel in a pixel, and the conversion of their value to 0...255.
struct BMPChannel {
    private let shift: UInt32
    private let mask: UInt32
    /// The result for each value of the highest eight bits.
    private let values: [UInt8]

    /// - Parameter missing: the value of a channel without bits.
    init(mask channel: Int, missing: UInt8) {
        guard channel != 0 else {
            (shift, mask, values) = (0, 0, [missing])
            return
        }
        let bits = Int.bitWidth - channel.leadingZeroBitCount - channel.trailingZeroBitCount
        let max = 1 << min(bits, 8) - 1
        shift = UInt32(channel.trailingZeroBitCount + Swift.max(0, bits - 8))
        mask = UInt32(max)
        values = (0...max).map { UInt8(($0 * 255 + max / 2) / max) }
    }

    var isMissing: Bool { mask == 0 }

    @inline(__always)
    func value(of pixel: UInt32) -> UInt32 { UInt32(values[Int(pixel >> shift & mask)]) }
}

/// Little-endian numbers in bytes; nil beyond their end.
private struct LittleEndianFields {
    let bytes: UnsafeRawBufferPointer

    func byte(at offset: Int) -> UInt32? {
        bytes.indices.contains(offset) ? UInt32(bytes[offset]) : nil
    }

    func short(at offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - 2 else { return nil }
        return Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self).littleEndian)
    }

    func long(at offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - 4 else { return nil }
        return Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian)
    }

    func signedLong(at offset: Int) -> Int? {
        long(at: offset).map { Int(Int32(truncatingIfNeeded: $0)) }
    }
}
