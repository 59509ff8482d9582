import Basics
import CZlib

/// The metadata in a PNG's chunks.
enum PNGMetadata {
    /// Reads the eXIf chunk, which may precede or follow the pixels (PNG 3rd edition, 11.3.3.2), or the text chunk that
    /// ImageMagick and other programs write instead; nil if there is neither.
    static func withExif<Result>(
        of file: UnsafeRawBufferPointer, _ read: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        var result: Result?
        forEachChunk(of: file) { kind, content in
            if kind.elementsEqual("eXIf".utf8) {
                result = read(content)
            } else if let isCompressed = ["tEXt": false, "zTXt": true][String(decoding: kind, as: UTF8.self)] {
                result = exif(inText: content, isCompressed: isCompressed)?.withUnsafeBytes(read)
            }
            return result == nil
        }
        return result
    }

    /// Returns the uncompressed texts with these keys; of several with the same key, the first.
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

    /// Returns the encoding of the colors (PNG 3rd edition, 4.3): by cICP, or else by sRGB, or else by gAMA and cHRM; nil
    /// without a valid one, or if iCCP takes precedence.
    static func colorEncoding(of file: UnsafeRawBufferPointer, isGray: Bool) -> ColorEncoding? {
        var (codes, hasProfile, isSRGB): (ColorEncoding?, Bool, Bool) = (nil, false, false)
        var (gamma, primaries): (Double?, ColorEncoding.Primaries?) = (nil, nil)
        forEachChunk(of: file) { kind, content in
            func number(_ index: Int) -> Double {
                Double(content.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self).bigEndian) / 100_000
            }
            func color(_ index: Int) -> ColorEncoding.Chromaticity {
                ColorEncoding.Chromaticity(number(index), number(index + 1))
            }
            switch (String(decoding: kind, as: UTF8.self), content.count) {
            // A PNG is always stored as RGB, which is matrix 0.
            case ("cICP", 4) where content[2] == 0:
                codes = ColorEncoding(
                    primaries: Int(content[0]), transfer: Int(content[1]), isNarrowRange: content[3] == 0)
            case ("iCCP", _): hasProfile = true
            case ("sRGB", 1): isSRGB = true
            case ("gAMA", 4): gamma = (0.01...100).contains(number(0)) ? number(0) : nil
            case ("cHRM", 32) where !isGray:
                primaries = ColorEncoding.Primaries(white: color(0), red: color(2), green: color(4), blue: color(6))
            case ("IDAT", _): return false
            default: break
            }
            return true
        }
        if let codes { return codes }
        if hasProfile { return nil }
        if isSRGB { return .sRGB }
        return gamma == nil && primaries == nil ? nil : ColorEncoding(primaries: primaries, gamma: gamma)
    }

    /// Calls `body` with the type and the content of each chunk, until it returns false or a chunk is cut.
    static func forEachChunk(
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
    static func exif(inText chunk: UnsafeRawBufferPointer, isCompressed: Bool) -> [UInt8]? {
        let keywords: [StaticString] = ["Raw profile type exif\0", "Raw profile type APP1\0"]
        guard let keyword = keywords.first(where: { chunk.hasASCII($0, at: 0) }) else { return nil }
        let text = UnsafeRawBufferPointer(rebasing: chunk.dropFirst(keyword.utf8CodeUnitCount))
        guard isCompressed else { return exif(inProfile: text.prefix(maxTextBytes)) }
        // The method of compression comes first.
        var (inflated, count) = ([UInt8](repeating: 0, count: maxTextBytes), uLongf(maxTextBytes))
        let compressed = UnsafeRawBufferPointer(rebasing: text.dropFirst()).bindMemory(to: UInt8.self)
        let status = uncompress(&inflated, &count, compressed.baseAddress, uLong(compressed.count))
        return status == Z_OK ? exif(inProfile: inflated.prefix(Int(count))) : nil
    }

    /// Returns the keyword and the text of such a chunk, which is Latin-1 (PNG 3rd edition, 11.3.3.3); nil without a text.
    static func text(in chunk: [UInt8]) -> (keyword: String, text: String)? {
        guard let end = chunk.prefix(80).firstIndex(of: 0) else { return nil }
        func latin1(_ bytes: ArraySlice<UInt8>) -> String {
            String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
        return latin1(chunk[(end + 1)...].prefix(maxTextBytes)).trimmed.map { (latin1(chunk[..<end]), $0) }
    }

    private static let maxTextBytes = 1 << 18

    /// Decodes a raw profile: three lines, the last of which is the length, followed by hexadecimal digits. Returns nil for one
    /// that isn't EXIF.
    private static func exif(inProfile text: some Collection<UInt8>) -> [UInt8]? {
        let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        guard let digits = lines.last, lines.count == 4 else { return nil }
        let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        let bytes = stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
        return bytes.withUnsafeBytes { ExifBlock($0) == nil } ? nil : bytes
    }
}

extension EmbeddedMetadata {
    /// Reads the chunks; those with metadata may precede or follow the pixels (PNG 3rd edition, 5.3).
    mutating func readPNG(_ window: inout FileWindow) throws {
        var position = 8
        for _ in 0..<MetadataLimits.maxBlocks {
            guard let head = try window.bytes(at: position, 8), let length = head.bigEndian(4, at: 0) else { return }
            let content = position + 8
            switch String(decoding: head[4...], as: UTF8.self) {
            case "IHDR":
                if let sides = try window.bytes(at: content, 8) {
                    size = PixelSize(
                        width: sides.bigEndian(4, at: 0).flatMap { Side($0) },
                        height: sides.bigEndian(4, at: 4).flatMap { Side($0) })
                }
            case "eXIf" where length <= MetadataLimits.maxBlockBytes:
                exif = try window.bytes(at: content, length) ?? exif
            case "iTXt" where length <= MetadataLimits.maxBlockBytes:
                if xmp == nil { xmp = try window.bytes(at: content, length).flatMap(Self.xmp(inText:)) }
            case "tEXt" where length <= MetadataLimits.maxBlockBytes:
                guard let chunk = try window.bytes(at: content, length) else { break }
                if exif == nil { exif = chunk.withUnsafeBytes { PNGMetadata.exif(inText: $0, isCompressed: false) } }
                if let (keyword, text) = PNGMetadata.text(in: chunk) { pngTexts[keyword] = pngTexts[keyword] ?? text }
            case "zTXt" where exif == nil && length <= MetadataLimits.maxBlockBytes:
                exif = try window.bytes(at: content, length)?
                    .withUnsafeBytes { PNGMetadata.exif(inText: $0, isCompressed: true) }
            case "IEND": return
            default: break
            }
            position = content + length + 4
        }
    }

    /// Returns the packet in the content of an iTXt chunk; nil if that contains something else. The XMP specification
    /// forbids compression (part 3, 1.1.5).
    private static func xmp(inText chunk: [UInt8]) -> [UInt8]? {
        let keyword = Array("XML:com.adobe.xmp\0\0\0".utf8)
        guard chunk.starts(with: keyword) else { return nil }
        // The language and a translated keyword, which are empty.
        let parts = chunk.dropFirst(keyword.count).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 ? Array(parts[2]) : nil
    }
}
