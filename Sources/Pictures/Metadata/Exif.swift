/// An EXIF block: a TIFF header and directories of tags (EXIF 2.32, 4.6; TIFF 6.0, section 2). Invalid data is treated
/// as missing.
struct ExifBlock {
    private let bytes: UnsafeRawBufferPointer
    let isBigEndian: Bool

    /// Returns nil without a TIFF header. The identifier of a JPEG segment may precede it.
    init?(_ block: UnsafeRawBufferPointer) {
        bytes = UnsafeRawBufferPointer(rebasing: block[(block.hasASCII("Exif\0\0", at: 0) ? 6 : 0)...])
        if bytes.hasASCII("MM", at: 0) {
            isBigEndian = true
        } else if bytes.hasASCII("II", at: 0) {
            isBigEndian = false
        } else {
            return nil
        }
        guard let magic = short(at: 2), Self.magicNumbers.contains(magic) else { return nil }
    }

    /// Creates a block within another, from the position to which its offsets are relative. The byte orders may differ.
    /// Returns nil if the other block ends before `start`.
    init?(in other: ExifBlock, from start: Int = 0, isBigEndian: Bool) {
        guard start >= 0, start < other.bytes.count else { return nil }
        bytes = UnsafeRawBufferPointer(rebasing: other.bytes[start...])
        self.isBigEndian = isBigEndian
    }

    /// TIFF's magic number, and those of raw formats with its structure: Olympus' `RO` and `RS`, and Panasonic's.
    private static let magicNumbers: Set<UInt16> = [42, 0x4F52, 0x5352, 0x55]

    /// The offset of the first directory.
    var mainOffset: Int? { long(at: 4) }

    /// The directory that describes the picture itself.
    var main: ExifDirectory { directory(at: mainOffset) }

    /// The directory that describes the thumbnail (IFD1); empty if there is none.
    var thumbnail: ExifDirectory { directory(at: mainOffset.flatMap { nextOffset(after: $0) }) }

    /// Returns the offset of the directory that follows the one at an offset; nil after the last one.
    func nextOffset(after directory: Int) -> Int? {
        guard let count = short(at: directory), let next = long(at: directory + 2 + 12 * Int(count)) else { return nil }
        return next == 0 ? nil : next
    }

    /// Returns the directory at an offset; empty if there is none.
    func directory(at offset: Int?) -> ExifDirectory {
        var entryOffsets: [UInt16: Int] = [:]
        if let offset, let count = short(at: offset) {
            for entry in 0..<Int(count) {
                let entryOffset = offset + 2 + 12 * entry
                guard let tag = short(at: entryOffset) else { break }
                if entryOffsets[tag] == nil { entryOffsets[tag] = entryOffset }
            }
        }
        return ExifDirectory(block: self, entryOffsets: entryOffsets)
    }

    /// Returns the bytes in a range; nil if the block doesn't contain all of them.
    func bytes(at offset: Int, count: Int) -> UnsafeRawBufferPointer? {
        guard offset >= 0, count > 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    func byte(at offset: Int) -> UInt8? {
        bytes.indices.contains(offset) ? bytes[offset] : nil
    }

    func short(at offset: Int) -> UInt16? {
        guard offset >= 0, offset <= bytes.count - 2 else { return nil }
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
        return isBigEndian ? value.bigEndian : value.littleEndian
    }

    func long(at offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - 4 else { return nil }
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return Int(isBigEndian ? value.bigEndian : value.littleEndian)
    }
}

/// Tags with their values. A tag with a nonstandard type is treated as missing.
struct ExifDirectory {
    let block: ExifBlock
    /// The offset of each tag's entry.
    let entryOffsets: [UInt16: Int]

    /// Returns an integer of type SHORT or LONG.
    func integer(_ tag: UInt16) -> Int? {
        guard let value = value(tag) else { return nil }
        switch value.type {
        case Self.short: return block.short(at: value.offset).map { Int($0) }
        case Self.long, Self.directoryOffset: return block.long(at: value.offset)
        default: return nil
        }
    }

    /// Returns the first integers of type SHORT or LONG.
    func integers(_ tag: UInt16, maxCount: Int) -> [Int] {
        guard let value = value(tag), value.type == Self.short || value.type == Self.long else { return [] }
        return (0..<min(value.count, maxCount)).compactMap { index in
            value.type == Self.short
                ? block.short(at: value.offset + 2 * index).map { Int($0) } : block.long(at: value.offset + 4 * index)
        }
    }

    /// Returns a value as it is stored; nil if it is longer than `maxBytes`.
    func stored(_ tag: UInt16, maxBytes: Int) -> (type: UInt16, count: Int, bytes: [UInt8])? {
        guard let value = value(tag), let range = range(tag), range.count <= maxBytes,
            let bytes = block.bytes(at: range.lowerBound, count: range.count)
        else { return nil }
        return (value.type, value.count, Array(bytes))
    }

    /// Returns the range of a value's bytes in the block, whatever its type; nil if the block ends before it.
    func range(_ tag: UInt16) -> Range<Int>? {
        guard let value = value(tag), let size = Self.sizes[value.type],
            block.bytes(at: value.offset, count: size * value.count) != nil
        else { return nil }
        return value.offset..<value.offset + size * value.count
    }

    /// Returns the first number of type RATIONAL or SRATIONAL; nil if its denominator is zero.
    func rational(_ tag: UInt16) -> Double? { rationals(tag, maxCount: 1).first ?? nil }

    /// Returns the first numbers of type RATIONAL or SRATIONAL; nil for those with a zero denominator.
    func rationals(_ tag: UInt16, maxCount: Int) -> [Double?] {
        guard let value = value(tag), [Self.rational, Self.signedRational].contains(value.type) else { return [] }
        func number(at offset: Int) -> Double? {
            block.long(at: offset).map {
                Double(value.type == Self.rational ? $0 : Int(Int32(truncatingIfNeeded: $0)))
            }
        }
        return (0..<min(value.count, maxCount)).map { index in
            guard let numerator = number(at: value.offset + 8 * index),
                let denominator = number(at: value.offset + 8 * index + 4), denominator != 0
            else { return nil }
            return numerator / denominator
        }
    }

    /// Returns numbers of type RATIONAL or SRATIONAL; empty if one of them has a zero denominator.
    func rationals(_ tag: UInt16) -> [Double] {
        let numbers = rationals(tag, maxCount: Self.maxRationals)
        return numbers.contains(nil) ? [] : numbers.compactMap { $0 }
    }

    /// Returns a text of type ASCII (in practice UTF-8) without surrounding white space; nil if it is empty.
    func text(_ tag: UInt16) -> String? {
        guard let value = value(tag), value.type == Self.ascii else { return nil }
        let bytes = (0..<min(value.count, Self.maxTextBytes)).lazy
            .map { block.byte(at: value.offset + $0) ?? 0 }
            .prefix { $0 != 0 }
        let text = String(decoding: Array(bytes), as: UTF8.self)
        return text.trimmed
    }

    /// Returns a text that Windows has written, as little-endian UTF-16 of type BYTE; nil if it is missing or empty.
    func windowsText(_ tag: UInt16) -> String? {
        guard let value = value(tag), value.type == Self.byte else { return nil }
        return utf16(at: value.offset, count: value.count, isBigEndian: false)
    }

    /// Returns a text of type UNDEFINED that starts with the name of its encoding (EXIF 2.32, 4.6.5, `UserComment`);
    /// nil if it is missing, empty, or neither ASCII nor Unicode.
    func comment(_ tag: UInt16) -> String? {
        guard let value = value(tag), value.type == Self.undefined, value.count > 8,
            let encoding = block.bytes(at: value.offset, count: 8)
        else { return nil }
        let (offset, count) = (value.offset + 8, value.count - 8)
        if encoding.hasASCII("UNICODE\0", at: 0) {
            return utf16(at: offset, count: count, isBigEndian: block.isBigEndian)
        }
        guard encoding.hasASCII("ASCII\0\0\0", at: 0),
            let bytes = block.bytes(at: offset, count: min(count, Self.maxTextBytes))
        else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).trimmed
    }

    private func utf16(at offset: Int, count: Int, isBigEndian: Bool) -> String? {
        guard let bytes = block.bytes(at: offset, count: min(count, Self.maxTextBytes)) else { return nil }
        let units = stride(from: 0, to: bytes.count - 1, by: 2).lazy
            .map { index in
                let unit = UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
                return isBigEndian ? unit : unit.byteSwapped
            }
            .prefix { $0 != 0 }
        return String(decoding: Array(units), as: UTF16.self).trimmed
    }

    /// Returns the directory that a tag points to.
    func directory(_ tag: UInt16) -> ExifDirectory {
        block.directory(at: integer(tag))
    }

    private static let byte: UInt16 = 1
    private static let ascii: UInt16 = 2
    private static let short: UInt16 = 3
    private static let long: UInt16 = 4
    private static let rational: UInt16 = 5
    private static let undefined: UInt16 = 7
    private static let signedShort: UInt16 = 8
    private static let signedRational: UInt16 = 10
    private static let directoryOffset: UInt16 = 13
    /// The bytes of a value of each type that is read.
    private static let sizes: [UInt16: Int] = [
        byte: 1, ascii: 1, undefined: 1, short: 2, signedShort: 2, long: 4, directoryOffset: 4, rational: 8,
        signedRational: 8,
    ]
    private static let maxTextBytes = 4096
    private static let maxRationals = 4

    /// Returns the location of a value: in the entry itself for up to four bytes, otherwise at the offset stored there.
    private func value(_ tag: UInt16) -> (type: UInt16, count: Int, offset: Int)? {
        guard let entryOffset = entryOffsets[tag], let type = block.short(at: entryOffset + 2),
            let count = block.long(at: entryOffset + 4),
            count > 0
        else { return nil }
        guard let size = Self.sizes[type] else { return nil }
        guard size * count > 4 else { return (type, count, entryOffset + 8) }
        return block.long(at: entryOffset + 8).map { (type, count, $0) }
    }
}
