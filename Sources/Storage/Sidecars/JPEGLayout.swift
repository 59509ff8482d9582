import Albums
import Glibc

/// The parts of a JPEG file that matter for replacing its XMP packet (ITU-T T.81, annex B; XMP specification, part 3).
///
/// Reads the segments before the first scan, and of most only the beginning. The bytes may be hostile.
struct JPEGLayout: Equatable {
    /// Reads up to `count` bytes from an offset; fewer at the end of the file.
    typealias Read = (_ offset: Int, _ count: Int) throws(SidecarFailure) -> [UInt8]

    /// The segment with the XMP packet, with its marker; empty where a new one belongs.
    let segment: Range<Int>
    /// The XMP packet; empty if there is none.
    let packet: Range<Int>
    /// The TIFF structure with the EXIF data.
    private let exif: Range<Int>?
    /// The content of the segment of the Multi-Picture Format, behind its identifier; nil without one.
    private let multiPicture: Range<Int>?
    /// The marker of the first scan.
    private let scan: Int

    static let xmpMark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    /// A segment has 65,533 bytes, less the identifier; the specification rounds down.
    static let maxPacketBytes = 65_502

    private static let maxSegments = 1 << 14
    private static let exifMark = Array("Exif\0\0".utf8)
    private static let multiPictureMark = Array("MPF\0".utf8)
    private static let maxMarkBytes = 256

    /// - Throws: `damagedPicture` if the bytes aren't a JPEG with intact segments; `damaged` if it has several packets;
    ///   `hasCredentials` if any change would break a signature.
    init(size: Int, read: Read) throws(SidecarFailure) {
        guard try read(0, 2) == [0xFF, 0xD8] else { throw .damagedPicture }
        var position = 2
        var insertion = 2
        var (segment, exif, multiPicture): (Range<Int>?, Range<Int>?, Range<Int>?)
        var scan: Int?
        for _ in 0..<Self.maxSegments where scan == nil {
            let head = try read(position, 4 + Self.maxMarkBytes)
            guard head.count >= 4, head[0] == 0xFF else { throw .damagedPicture }
            // A fill byte, which may precede any marker.
            if head[1] == 0xFF {
                position += 1
                continue
            }
            let length = Int(head[2]) << 8 | Int(head[3])
            let end = position + 2 + length
            guard length >= 2, end <= size else { throw .damagedPicture }
            let content = position + 4..<end
            let mark = head[4...].prefix(content.count)
            switch head[1] {
            case 0xDA: scan = position
            case 0xC0...0xFE where !(0xD0...0xD9).contains(head[1]): break
            default: throw .damagedPicture
            }
            switch head[1] {
            // JFIF comes first, then EXIF.
            case 0xE0 where insertion == position: insertion = end
            case 0xE1 where mark.starts(with: Self.exifMark):
                if exif == nil { exif = content.dropFirst(Self.exifMark.count) }
                insertion = exif?.upperBound ?? insertion
            case 0xE1 where mark.starts(with: Self.xmpMark):
                guard segment == nil else { throw .damaged }
                segment = position..<end
            case 0xE2 where mark.starts(with: Self.multiPictureMark):
                guard multiPicture == nil else { throw .damagedPicture }
                multiPicture = content.dropFirst(Self.multiPictureMark.count)
            // JUMBF with the signature of C2PA over all other bytes.
            case 0xEB where mark.starts(with: Array("JP".utf8)) && mark.containsC2PA: throw .hasCredentials
            default: break
            }
            position = end
        }
        guard let scan else { throw .damagedPicture }
        self.segment = segment ?? insertion..<insertion
        packet = segment?.dropFirst(4 + Self.xmpMark.count) ?? insertion..<insertion
        (self.exif, self.multiPicture, self.scan) = (exif, multiPicture, scan)
    }

    /// Returns a segment with a packet.
    /// - Precondition: the packet has at most `maxPacketBytes`.
    static func segment(with packet: [UInt8]) -> [UInt8] {
        let length = UInt16(2 + xmpMark.count + packet.count)
        return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + xmpMark + packet
    }

    /// Finds the orientation in EXIF, and the ratings there, which Windows reads before XMP; nil without EXIF.
    func exifNumbers(read: Read) throws(SidecarFailure) -> ExifNumbers? {
        guard let exif else { return nil }
        return ExifNumbers(try read(exif.lowerBound, exif.count), at: exif.lowerBound)
    }

    // MARK: Changes of the length

    /// A number in the file to replace.
    struct Correction: Equatable {
        let offset: Int
        let bytes: [UInt8]

        var range: Range<Int> { offset..<offset + bytes.count }
    }

    /// Checks that everything behind the packet stays readable if the packet's segment changes its length. Returns the
    /// number to correct, if any: the size of the picture in the Multi-Picture Format.
    ///
    /// Offsets of the Multi-Picture Format count from its own segment (CIPA DC-007, 5.2.3.3), so pictures that move
    /// together with it are found. Google's containers store lengths, and Samsung's trailer and motion photos count
    /// from the end of the file.
    ///
    /// - Parameter growth: the number of bytes by which the segment grows; negative if it shrinks.
    /// - Throws: `partsWouldMove` if something might become unreadable.
    func correction(forGrowth growth: Int, size: Int, read: Read) throws(SidecarFailure) -> Correction? {
        let end = try endOfPicture(read: read)
        let pictures = try multiPicture.map { content throws(SidecarFailure) in
            guard segment.upperBound <= content.lowerBound,
                let pictures = MultiPictureIndex(try read(content.lowerBound, content.count))
            else { throw .partsWouldMove }
            return pictures
        }
        guard try canMoveTrailer(from: end, size: size, hasPictures: pictures != nil, read: read) else {
            throw .partsWouldMove
        }
        if let exif {
            let starts = [end] + (pictures?.offsets ?? []).map { (multiPicture?.lowerBound ?? 0) + $0 }
            let known = Set(starts.flatMap { [$0, $0 - exif.lowerBound] }.compactMap { UInt32(exactly: $0) })
            // Some cameras store the offset of a preview in EXIF.
            if end < size, try read(exif.lowerBound, exif.count).containsNumber(in: known) { throw .partsWouldMove }
        }
        // Leave a size that is already wrong, which readers have to ignore.
        guard let multiPicture, let pictures, pictures.firstSize == end else { return nil }
        guard let bytes = pictures.bytes(of: end + growth) else { throw .partsWouldMove }
        return Correction(offset: multiPicture.lowerBound + pictures.firstSizeOffset, bytes: bytes)
    }

    /// Returns the offset behind the picture's end marker.
    private func endOfPicture(read: Read) throws(SidecarFailure) -> Int {
        var position = scan
        for _ in 0..<Self.maxSegments {
            let head = try read(position, 4)
            guard head.count >= 2, head[0] == 0xFF else { throw .damagedPicture }
            switch head[1] {
            case 0xFF: position += 1
            case 0xD9: return position + 2
            case 0x01, 0xD0...0xD7: position += 2
            default:
                guard head.count == 4 else { throw .damagedPicture }
                let length = Int(head[2]) << 8 | Int(head[3])
                guard length >= 2 else { throw .damagedPicture }
                position += 2 + length
                if head[1] == 0xDA { position = try endOfScan(from: position, read: read) }
            }
        }
        throw .damagedPicture
    }

    private static let chunkBytes = 1 << 18
    private static let filling: Set<UInt8> = [0, 0x0A, 0x0D, 0x20, 0xFF]

    /// Returns the offset of the first marker behind compressed pixels.
    private func endOfScan(from start: Int, read: Read) throws(SidecarFailure) -> Int {
        var position = start
        while true {
            let chunk = try read(position, Self.chunkBytes)
            guard chunk.count >= 2 else { throw .damagedPicture }
            var index = 0
            while let found = chunk.firstIndex(of: 0xFF, from: index), found + 1 < chunk.count {
                switch chunk[found + 1] {
                case 0, 0xD0...0xD7: index = found + 2
                case 0xFF: index = found + 1
                default: return position + found
                }
            }
            // Its second byte is in the next chunk.
            position += chunk.last == 0xFF && index < chunk.count ? chunk.count - 1 : chunk.count
        }
    }

    /// Whether the data after the picture can move, because no offset from the start of the file is known to lead
    /// there.
    private func canMoveTrailer(
        from start: Int, size: Int, hasPictures: Bool, read: Read
    ) throws(SidecarFailure) -> Bool {
        guard start < size else { return true }
        let tail = try read(max(start, size - 12), 12)
        // AFCP has offsets from the start of the file.
        if [Array("AXS!".utf8), Array("AXS*".utf8)].contains(where: tail.starts) { return false }
        if tail.suffix(4).elementsEqual("SEFT".utf8) { return true }
        let head = try read(start, 12)
        if hasPictures, head.starts(with: [0xFF, 0xD8, 0xFF]) { return true }
        if head.dropFirst(4).starts(with: "ftyp".utf8) { return true }
        // Too short to be data, or only padding.
        if size - start < 4 { return true }
        var position = start
        while position < size {
            let chunk = try read(position, Self.chunkBytes)
            guard !chunk.isEmpty, chunk.allSatisfy(Self.filling.contains) else { return false }
            position += chunk.count
        }
        return true
    }
}

/// The ratings in EXIF, as Windows writes them, and the orientation, by tag.
struct ExifNumbers: Equatable {
    /// A number of two bytes.
    private struct Field: Equatable {
        let tag: Int
        let offset: Int
        let value: Int
    }

    private let fields: [Field]
    private let isBigEndian: Bool

    private static let stars = 0x4746
    private static let percent = 0x4749
    static let orientation = 0x0112
    private static let short = 3

    /// The values by their tags.
    var values: [Int: Int] { Dictionary(fields.map { ($0.tag, $0.value) }) { first, _ in first } }

    /// Returns the EXIF values of properties; a rejected photo has no stars.
    static func values(of properties: PhotoValues) -> [Int: Int] {
        var values: [Int: Int] = [:]
        if let rating = properties.rating {
            let stars = min(max(rating, 0), 5)
            values = [Self.stars: stars, percent: [0, 1, 25, 50, 75, 99][stars]]
        }
        values[orientation] = properties[.orientation].flatMap { Int($0) }
        return values
    }

    /// Finds the numbers in the first directory of a TIFF structure; nil if it has none.
    init?(_ bytes: [UInt8], at start: Int) {
        guard let tiff = TIFFNumbers(bytes), let directory = tiff.number(4, 4), let count = tiff.number(directory, 2)
        else {
            return nil
        }
        isBigEndian = tiff.isBigEndian
        fields = (0..<count).compactMap { index in
            let entry = directory + 2 + 12 * index
            guard let tag = tiff.number(entry, 2), [Self.stars, Self.percent, Self.orientation].contains(tag),
                tiff.number(entry + 2, 2) == Self.short, tiff.number(entry + 4, 4) == 1,
                let value = tiff.number(entry + 8, 2)
            else { return nil }
            return Field(tag: tag, offset: start + entry + 8, value: value)
        }
        if fields.isEmpty { return nil }
    }

    /// Returns the corrections that set the numbers to `values` or, if nil, to their current values.
    func corrections(to values: [Int: Int]? = nil) -> [JPEGLayout.Correction] {
        fields.map { field in
            let value = UInt16(truncatingIfNeeded: values.map { $0[field.tag] ?? field.value } ?? field.value)
            let bytes = [UInt8(value >> 8), UInt8(value & 0xFF)]
            return JPEGLayout.Correction(offset: field.offset, bytes: isBigEndian ? bytes : bytes.reversed())
        }
    }
}

/// The numbers in a structure like that of a TIFF file.
private struct TIFFNumbers {
    private let bytes: [UInt8]
    let isBigEndian: Bool

    /// Returns nil without a header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8 else { return nil }
        switch bytes[..<4] {
        case [0x4D, 0x4D, 0, 0x2A]: isBigEndian = true
        case [0x49, 0x49, 0x2A, 0]: isBigEndian = false
        default: return nil
        }
        self.bytes = bytes
    }

    /// Returns the number in `count` bytes; nil beyond the end.
    func number(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        let part = bytes[offset..<offset + count]
        return isBigEndian ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

/// The pictures that the Multi-Picture Format lists (CIPA DC-007).
struct MultiPictureIndex {
    /// Of the pictures after the first one, from the start of the index.
    private(set) var offsets: [Int] = []
    /// The size of the first picture.
    let firstSize: Int
    /// The offset of that size in the index.
    let firstSizeOffset: Int
    private let isBigEndian: Bool

    private static let entryTag = 0xB002
    private static let entryBytes = 16

    /// Parses the content of the segment behind its identifier; nil if it is damaged.
    init?(_ bytes: [UInt8]) {
        guard let tiff = TIFFNumbers(bytes), let directory = tiff.number(4, 4), let count = tiff.number(directory, 2)
        else {
            return nil
        }
        isBigEndian = tiff.isBigEndian
        let fields = (0..<count).lazy.map { directory + 2 + 12 * $0 }
        guard let field = fields.first(where: { tiff.number($0, 2) == Self.entryTag }),
            let entryBytes = tiff.number(field + 4, 4), entryBytes >= Self.entryBytes,
            let entries = tiff.number(field + 8, 4), entries + entryBytes <= bytes.count
        else { return nil }
        firstSizeOffset = entries + 4
        guard let size = tiff.number(firstSizeOffset, 4) else { return nil }
        firstSize = size
        for entry in stride(from: entries, to: entries + entryBytes / Self.entryBytes * Self.entryBytes, by: 16)
            .dropFirst()
        {
            guard let offset = tiff.number(entry + 8, 4) else { return nil }
            offsets.append(offset)
        }
    }

    /// Returns the bytes of a size; nil if it is too large.
    func bytes(of size: Int) -> [UInt8]? {
        guard let size = UInt32(exactly: size) else { return nil }
        let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: size >> UInt32($0)) }
        return isBigEndian ? bytes : bytes.reversed()
    }
}

extension ArraySlice<UInt8> {
    fileprivate var containsC2PA: Bool {
        withUnsafeBytes { bytes in
            bytes.count >= 4 && (0...bytes.count - 4).contains { bytes[$0..<$0 + 4].elementsEqual("c2pa".utf8) }
        }
    }
}

extension [UInt8] {
    /// Returns the first index of a byte. memchr is many times as fast as a Swift search.
    fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        withUnsafeBytes { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let found = memchr(base + start, Int32(byte), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    /// Whether any of the numbers occurs at any offset, in either byte order.
    fileprivate func containsNumber(in numbers: Set<UInt32>) -> Bool {
        withUnsafeBytes { bytes in
            bytes.count >= 4
                && (0...bytes.count - 4).contains { offset in
                    let number = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                    return numbers.contains(number) || numbers.contains(number.byteSwapped)
                }
        }
    }
}
