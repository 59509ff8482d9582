/// The supported formats.
enum PictureFormat: String {
    case jpeg = "JPEG"
    case png = "PNG"
    case webP = "WebP"
    case gif = "GIF"
    case heic = "HEIC"
    case avif = "AVIF"
    case tiff = "TIFF"

    /// Detects a format from the first bytes; nil if it isn't supported.
    init?(head: UnsafeRawBufferPointer) {
        if head.starts(with: [0xFF, 0xD8]) {
            self = .jpeg
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
    fileprivate var isoBrands: Set<String>? {
        guard hasASCII("ftyp", at: 4), count >= 16 else { return nil }
        let end = Swift.min(count, Int(loadUnaligned(as: UInt32.self).bigEndian))
        let offsets = [8] + stride(from: 16, to: end - 3, by: 4)
        return Set(offsets.map { String(decoding: self[$0..<$0 + 4], as: UTF8.self) })
    }
}
