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
