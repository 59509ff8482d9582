/// The metadata in a PNG's chunks.
enum PNGMetadata {
    /// Reads the eXIf chunk, which may precede or follow the pixels (PNG 3rd edition, 11.3.3.2), or the text chunk that
    /// older versions of ImageMagick wrote instead; nil if there is neither.
    static func withExif<Result>(
        of file: UnsafeRawBufferPointer, _ read: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        var result: Result?
        forEachChunk(of: file) { kind, content in
            if kind.elementsEqual("eXIf".utf8) {
                result = read(content)
            } else if kind.elementsEqual("tEXt".utf8), content.hasASCII("Raw profile type exif\0", at: 0) {
                let text = UnsafeRawBufferPointer(rebasing: content.prefix(maxTextBytes))
                result = hexadecimal(text).withUnsafeBytes(read)
            }
            return result == nil
        }
        return result
    }

    /// Returns the uncompressed text chunks with these keys, and the first of several with the same.
    static func texts(of file: UnsafeRawBufferPointer, keys: [String]) -> [String: [UInt8]] {
        var texts: [String: [UInt8]] = [:]
        forEachChunk(of: file) { kind, content in
            guard kind.elementsEqual("tEXt".utf8), let end = content.prefix(80).firstIndex(of: 0) else { return true }
            let key = String(decoding: content[..<end], as: UTF8.self)
            guard keys.contains(key), texts[key] == nil, content.count - end <= maxTextBytes else { return true }
            texts[key] = Array(content[(end + 1)...])
            return true
        }
        return texts
    }

    /// Calls `body` with the type and the content of each chunk, until it returns false or a chunk is cut.
    private static func forEachChunk(
        of file: UnsafeRawBufferPointer,
        _ body: (_ kind: Slice<UnsafeRawBufferPointer>, _ content: UnsafeRawBufferPointer) -> Bool
    ) {
        var position = 8
        while position + 12 <= file.count {
            let length = Int(file.loadUnaligned(fromByteOffset: position, as: UInt32.self).bigEndian)
            let content = position + 8
            guard length <= file.count - content,
                body(file[position + 4..<content], UnsafeRawBufferPointer(rebasing: file[content..<content + length]))
            else { return }
            position = content + length + 4
        }
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
