import Basics

/// The metadata in a JPEG's segments before its pixels: size, EXIF and color profile.
struct JPEGMetadata {
    /// The stored size; nil if the segment that declares it is missing.
    private(set) var size: PixelSize?
    /// The bits per sample; nil like the size.
    private(set) var bitsPerSample: Int?
    /// The name of a kind that libjpeg doesn't decode; nil for others.
    private(set) var specialKind: String?
    /// The range of the EXIF block in the file.
    private(set) var exif: Range<Int>?
    private(set) var profile: [UInt8]?

    /// The markers of frame headers (ITU-T T.81, B.2.2).
    private static let frames: Set<UInt8> = Set(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])
    /// Returns the name of a kind that libjpeg doesn't decode (ITU-T T.81, table B.1).
    private static func specialKind(_ marker: UInt8, bitsPerSample: Int) -> String? {
        switch marker {
        case 0xC3, 0xCB: "Lossless JPEG"
        case 0xC5...0xC7, 0xCD...0xCF: "Hierarchical JPEG"
        default: bitsPerSample == 8 ? nil : "\(bitsPerSample)-bit JPEG"
        }
    }

    private static let exifMark: StaticString = "Exif\0\0"
    private static let profileMark: StaticString = "ICC_PROFILE\0"

    init(_ file: UnsafeRawBufferPointer, maxProfileBytes: Int) {
        var profileParts: [UInt8: Range<Int>] = [:]
        var partCount: UInt8 = 0
        var isProfileValid = true
        Self.forEachSegment(of: file) { marker, content in
            let segment = UnsafeRawBufferPointer(rebasing: file[content])
            if Self.frames.contains(marker), segment.count >= 5 {
                func number(at offset: Int) -> Int { Int(segment[offset]) << 8 | Int(segment[offset + 1]) }
                size = PixelSize(width: Side(number(at: 3)), height: Side(number(at: 1)))
                bitsPerSample = Int(segment[0])
                specialKind = Self.specialKind(marker, bitsPerSample: Int(segment[0]))
            } else if marker == 0xF7 {
                specialKind = "JPEG-LS"
            } else if marker == 0xE1, exif == nil, segment.hasASCII(Self.exifMark, at: 0) {
                exif = content
            } else if marker == 0xE2, segment.count > 14, segment.hasASCII(Self.profileMark, at: 0) {
                let (number, total) = (segment[12], segment[13])
                let isNew = profileParts.updateValue(content.dropFirst(14), forKey: number) == nil
                isProfileValid = isProfileValid && isNew && (partCount == 0 || total == partCount)
                partCount = total
            }
        }
        // ICC.1:2010, B.4: parts are numbered from 1.
        guard isProfileValid, partCount > 0, profileParts.count == Int(partCount) else { return }
        let parts = (1...partCount).compactMap { profileParts[$0] }
        guard parts.count == Int(partCount), parts.reduce(0, { $0 + $1.count }) <= maxProfileBytes else { return }
        profile = parts.flatMap { file[$0] }
    }

    /// Calls `body` with the marker and the content of each segment before the first scan.
    private static func forEachSegment(of file: UnsafeRawBufferPointer, _ body: (UInt8, Range<Int>) -> Void) {
        var position = 2
        while position + 4 <= file.count, file[position] == 0xFF {
            let marker = file[position + 1]
            // A fill byte, which may precede any marker.
            if marker == 0xFF {
                position += 1
                continue
            }
            if marker == 0xDA || marker == 0xD9 { return }
            let length = Int(file[position + 2]) << 8 | Int(file[position + 3])
            guard length >= 2, position + 2 + length <= file.count else { return }
            body(marker, position + 4..<position + 2 + length)
            position += 2 + length
        }
    }
}

extension EmbeddedMetadata {
    private static let xmpMark: StaticString = "http://ns.adobe.com/xap/1.0/\0"
    private static let photoshopMark: StaticString = "Photoshop 3.0\0"

    /// Reads the segments before the first scan (ITU-T T.81, annex B).
    mutating func readJPEG(_ window: inout FileWindow) throws {
        var position = 2
        for _ in 0..<MetadataLimits.maxBlocks {
            guard let head = try window.bytes(at: position, 4), head[0] == 0xFF else { return }
            let marker = head[1]
            // A fill byte, which may precede any marker.
            if marker == 0xFF {
                position += 1
                continue
            }
            if marker == 0xDA || marker == 0xD9 { return }
            let length = Int(head[2]) << 8 | Int(head[3])
            guard length >= 2 else { return }
            let content = position + 4..<position + 2 + length
            switch marker {
            case 0xE1: try readAPP1(content, &window)
            case 0xED:
                let mark = Self.photoshopMark.utf8CodeUnitCount
                if let part = try window.bytes(at: content.lowerBound, content.count),
                    part.withUnsafeBytes({ $0.hasASCII(Self.photoshopMark, at: 0) }),
                    (iptc?.count ?? 0) + part.count <= MetadataLimits.maxBlockBytes
                {
                    iptc = (iptc ?? []) + part.dropFirst(mark)
                }
            // The frame headers; the others are tables.
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                if size == nil, let frame = try window.bytes(at: content.lowerBound, 5) {
                    size = PixelSize(
                        width: Side(Int(frame[3]) << 8 | Int(frame[4])),
                        height: Side(Int(frame[1]) << 8 | Int(frame[2])))
                }
            default: break
            }
            position = content.upperBound
        }
    }

    private mutating func readAPP1(_ content: Range<Int>, _ window: inout FileWindow) throws {
        guard let bytes = try window.bytes(at: content.lowerBound, content.count) else { return }
        bytes.withUnsafeBytes { segment in
            if exif == nil, segment.hasASCII("Exif\0\0", at: 0) {
                exif = bytes
            } else if xmp == nil, segment.hasASCII(Self.xmpMark, at: 0) {
                xmp = Array(bytes.dropFirst(Self.xmpMark.utf8CodeUnitCount))
            } else if segment.hasASCII(Self.extensionMark, at: 0) {
                addExtendedXMP(bytes.dropFirst(Self.extensionMark.utf8CodeUnitCount))
            }
        }
    }

    private static let extensionMark: StaticString = "http://ns.adobe.com/xmp/extension/\0"

    /// Adds a part of extended XMP: its name, then the sizes of the whole and of the parts before (XMP specification, part 3,
    /// 1.1.3.1).
    private mutating func addExtendedXMP(_ part: ArraySlice<UInt8>) {
        let (head, bytes) = (Array(part.prefix(40)), part.dropFirst(40))
        guard let size = head.bigEndian(4, at: 32), let start = head.bigEndian(4, at: 36),
            size <= MetadataLimits.maxBlockBytes, start + bytes.count <= size
        else { return }
        if extendedXMP == nil { extendedXMP = (head[..<32], [UInt8](repeating: 0, count: size)) }
        guard let known = extendedXMP, known.name == head[..<32], known.packet.count == size else { return }
        extendedXMP?.packet.replaceSubrange(start..<start + bytes.count, with: bytes)
    }
}
