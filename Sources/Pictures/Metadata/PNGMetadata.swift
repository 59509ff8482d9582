/// The metadata in a PNG's chunks.
enum PNGMetadata {
    /// Reads the eXIf chunk, which may precede or follow the pixels (PNG 3rd edition, 11.3.3.2), or the text chunk that
    /// older versions of ImageMagick wrote instead; nil if there is neither.
    static func withExif<Result>(
        of file: UnsafeRawBufferPointer, _ read: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        var position = 8
        while position + 12 <= file.count {
            let length = Int(file.loadUnaligned(fromByteOffset: position, as: UInt32.self).bigEndian)
            let content = position + 8
            guard length <= file.count - content else { break }
            if file.hasASCII("eXIf", at: position + 4) {
                return read(UnsafeRawBufferPointer(rebasing: file[content..<content + length]))
            }
            if file.hasASCII("tEXtRaw profile type exif\0", at: position + 4) {
                let text = UnsafeRawBufferPointer(rebasing: file[content..<content + min(length, maxTextBytes)])
                return hexadecimal(text).withUnsafeBytes(read)
            }
            position = content + length + 4
        }
        return nil
    }

    /// Returns the EXIF block in the content of such a text chunk; nil if that contains something else.
    static func exif(inText chunk: UnsafeRawBufferPointer) -> [UInt8]? {
        guard chunk.hasASCII("Raw profile type exif\0", at: 0) else { return nil }
        return hexadecimal(UnsafeRawBufferPointer(rebasing: chunk.prefix(maxTextBytes)))
    }

    private static let maxTextBytes = 1 << 18

    /// Decodes a raw profile: three lines, the last of which is the length, followed by hexadecimal digits.
    private static func hexadecimal(_ text: UnsafeRawBufferPointer) -> [UInt8] {
        let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        guard let digits = lines.last, lines.count == 4 else { return [] }
        let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}
