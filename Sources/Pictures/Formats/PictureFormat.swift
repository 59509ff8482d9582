import Basics

/// A picture format: what identifies its files, and what reads them.
///
/// Each format is defined beside its decoder, and listed in `all`.
struct PictureFormat: Sendable {
    /// The name that users know, such as `JPEG XL`.
    let name: String
    /// The extensions of file names, the common one first.
    let fileExtensions: [String]
    /// The type by the shared MIME database of the desktop.
    let mimeType: String
    /// Returns whether a file has this format, by its first bytes: up to 4096.
    let matches: @Sendable (_ head: UnsafeRawBufferPointer) -> Bool
    /// Returns whether the structure of an encoded picture is complete. Truncated pictures can often be shown in part.
    var isComplete: @Sendable (_ bytes: UnsafeRawBufferPointer) -> Bool = { _ in true }
    /// Whether the container itself has an orientation. That of a sidecar, which programs copy from EXIF, then doesn't count.
    var containerHasOrientation = false
    /// Loads and returns the libraries that decode the format, including missing ones.
    var libraries: @Sendable () -> [SystemLibrary] = { [] }
    /// Whether the size can be read from the beginning of a file.
    var hasSizeAtStart = false
    /// Creates a decoder for a complete file.
    /// - Throws: `PictureFailure.damaged` if the header is invalid.
    let decoder: @Sendable (FileBytes, DecodeContext) throws -> any PictureDecoder
    /// Decodes the embedded preview of a picture; nil if there is none.
    var preview: @Sendable (any EncodedPicture, DecodeContext) throws -> PictureLevel? = { _, _ in nil }
    /// Finds the metadata blocks in a file. Leaves out the size if only the decoder can read it.
    var readMetadata: @Sendable (inout EmbeddedMetadata, inout FileWindow) throws -> Void = { _, _ in }
    /// Opens an animation; nil for a still picture.
    var animation: @Sendable (any EncodedPicture, DecodeLimits, DecodeCancellation) throws -> (any AnimationDecoder)? =
        { _, _, _ in
            nil
        }

    /// All formats. A file has the first one that matches.
    static let all = [
        jpeg, raw, png, webP, gif, tiff, bmp, jpegXL, pnm, avif, heic,
    ]

    /// Detects a format from the first bytes of a file; nil if it isn't supported.
    static func matching(_ head: UnsafeRawBufferPointer) -> PictureFormat? { all.first { $0.matches(head) } }
}

extension PictureFormat: Hashable {
    static func == (one: PictureFormat, other: PictureFormat) -> Bool { one.name == other.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
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

    /// Whether the boxes of an ISO base media file (ISO/IEC 14496-12, 4.2) don't extend beyond the end of the file.
    var hasWholeBoxes: Bool {
        var offset = 0
        while count - offset >= 8 {
            let size = Int(UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            // A size of 0 means up to the end of the file, and 1 a 64-bit size, which no picture needs.
            guard size >= 8 else { return size < 2 }
            guard size <= count - offset else { return false }
            offset += size
        }
        return offset == count
    }
}
