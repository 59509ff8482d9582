/// The supported formats.
enum PictureFormat: String {
    case jpeg = "JPEG"
    case png = "PNG"
    case webP = "WebP"
    case gif = "GIF"
    case heic = "HEIC"
    case avif = "AVIF"
    case tiff = "TIFF"
    case bmp = "BMP"
    /// The family of portable anymaps: PBM, PGM, PPM and PAM.
    case pnm = "PNM"
    case jpegXL = "JPEG XL"
    /// The raw formats of cameras.
    case raw = "RAW"

    /// Detects a format from the first bytes; nil if it isn't supported.
    init?(head: UnsafeRawBufferPointer) {
        if head.starts(with: [0xFF, 0xD8]) {
            self = .jpeg
        } else if RAWSignature.matches(head) {
            self = .raw
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.hasASCII("RIFF", at: 0) && head.hasASCII("WEBP", at: 8) {
            self = .webP
        } else if head.hasASCII("GIF87a", at: 0) || head.hasASCII("GIF89a", at: 0) {
            self = .gif
        } else if head.starts(with: [0x49, 0x49, 42, 0]) || head.starts(with: [0x4D, 0x4D, 0, 42])
            || head.starts(with: [0x49, 0x49, 43, 0]) || head.starts(with: [0x4D, 0x4D, 0, 43])
        {
            self = .tiff
        } else if head.hasASCII("BM", at: 0), head.count >= 18,
            BMPHeader.headerSizes.contains(Int(head.loadUnaligned(fromByteOffset: 14, as: UInt32.self).littleEndian))
        {
            self = .bmp
        } else if head.starts(with: [0xFF, 0x0A])
            || head.starts(with: [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
        {
            self = .jpegXL
        } else if PNMHeader.isPlausible(head) {
            self = .pnm
        } else if let brands = head.isoBrands {
            if !brands.isDisjoint(with: ["avif", "avis"]) {
                self = .avif
            } else if !brands.isDisjoint(with: ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]) {
                self = .heic
            } else {
                return nil
            }
        } else {
            return nil
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns whether these characters are at an offset.
    func hasASCII(_ text: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, count - offset >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { self[offset...].starts(with: $0) }
    }

    /// The brands in the `ftyp` box of an ISO base media file (ISO/IEC 14496-12, 4.3); nil without such a box.
    var isoBrands: Set<String>? {
        guard hasASCII("ftyp", at: 4), count >= 16 else { return nil }
        let end = Swift.min(count, Int(loadUnaligned(as: UInt32.self).bigEndian))
        let offsets = [8] + stride(from: 16, to: end - 3, by: 4)
        return Set(offsets.map { String(decoding: self[$0..<$0 + 4], as: UTF8.self) })
    }
}

extension PictureFormat {
    /// Returns whether the structure of an encoded picture is complete. Truncated pictures can often be shown in part.
    func isComplete(_ bytes: UnsafeRawBufferPointer) -> Bool {
        switch self {
        case .jpeg: Self.endsAfterScan(bytes)
        // The last chunk is an empty IEND with its checksum; some programs append data.
        case .png: (12...4096).contains { bytes.hasASCII("IEND", at: bytes.count - $0 + 4) }
        case .gif: bytes.last { $0 != 0 } == UInt8(ascii: ";")
        case .webP:
            bytes.count >= 8
                && bytes.count - 8 >= Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        case .heic, .avif: Self.hasWholeBoxes(bytes)
        // The parts of a TIFF may be in any order; most raw formats are based on TIFF.
        case .tiff, .raw: true
        // Bare streams have no end that is recognized without decoding, and the last box may be open.
        case .jpegXL: bytes[0] == 0xFF || Self.hasWholeBoxes(bytes)
        case .bmp: ((try? BMPHeader(bytes))?.fileBytes ?? 0) <= bytes.count
        case .pnm: ((try? PNMHeader(bytes))?.fileBytes ?? 0) <= bytes.count
        }
    }

    /// Returns whether the last SOS or EOI marker is an EOI; neither occurs within a scan.
    private static func endsAfterScan(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Skips the segments before the first scan, because an embedded thumbnail has its own EOI.
        var start = 2
        while start + 4 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] != 0xDA {
            start += 2 + (Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]))
        }
        var index = bytes.count - 2
        while index >= start {
            if bytes[index] == 0xFF {
                if bytes[index + 1] == 0xD9 { return true }
                if bytes[index + 1] == 0xDA { return false }
            }
            index -= 1
        }
        return false
    }

    /// Returns whether the boxes of an ISO base media file (ISO/IEC 14496-12, 4.2) don't extend beyond the end of the
    /// file.
    private static func hasWholeBoxes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while bytes.count - offset >= 8 {
            let size = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            // A size of 0 means up to the end of the file, and 1 a 64-bit size, which no picture needs.
            guard size >= 8 else { return size < 2 }
            guard size <= bytes.count - offset else { return false }
            offset += size
        }
        return offset == bytes.count
    }
}
