import Albums
import Basics

/// The metadata of a picture and its sidecars for a JPEG with other pixels: EXIF, and XMP with texts, tags and rating.
///
/// EXIF is written anew, without the thumbnail and the maker's notes: these have offsets into the original.
struct CopiedMetadata {
    /// The segments of a JPEG.
    let segments: [UInt8]

    /// - Parameter size: the size of the copy.
    /// - Throws: `PictureFailure` or `CancellationError`.
    init(
        of request: DecodingRequest, size: PixelSize, stripsPlaces: Bool, in service: InProcessDecoding,
        cancellation: DecodeCancellation
    ) throws {
        let details = try service.describe(request, cancellation: cancellation).details
        let file = try FileWithHead(request.source.open(), cancellation: cancellation)
        let format = try file.format(cancellation: cancellation)
        let embedded = try EmbeddedMetadata(of: file, format: format, cancellation: cancellation)
        // Raw files and TIFF have the structure of EXIF.
        let whole = embedded.exif == nil && [.raw, .tiff].contains(format) ? file.mapped() : nil
        let exif =
            whole.map { file in
                withExtendedLifetime(file) {
                    Self.exif(ExifBlock(file.bytes), details, size, includesPlaces: !stripsPlaces)
                }
            }
            ?? (embedded.exif ?? []).withUnsafeBytes {
                Self.exif(ExifBlock($0), details, size, includesPlaces: !stripsPlaces)
            }
        let packet = Self.packet(embedded.xmp, details, includesPlaces: !stripsPlaces)
        segments =
            Self.segment(Array("Exif\0\0".utf8), exif)
            + (packet.map { Self.segment(Array("http://ns.adobe.com/xap/1.0/\0".utf8), $0) } ?? [])
    }

    private static func exif(
        _ block: ExifBlock?, _ details: PhotoDetails, _ size: PixelSize, includesPlaces: Bool
    ) -> [UInt8] {
        var writer = ExifWriter(copying: block, size: size, includesPlaces: includesPlaces)
        if block == nil { writer.main[ExifWriter.model] = .text(details.camera) }
        // Sidecars may have other values.
        writer.main[ExifWriter.description] = .text(details.description)
        writer.main[ExifWriter.artist] = .text(details.author)
        writer.main[ExifWriter.copyright] = .text(details.copyright)
        if let taken = details.taken, details.takenPrecision == .second {
            let time = TakenTime(taken, zone: details.takenZone).text
            let local = time.prefix(19).replacing("-", with: ":").replacing("T", with: " ")
            writer.exif[ExifWriter.dateTimeOriginal] = .text(String(local))
            writer.exif[ExifWriter.offsetTimeOriginal] = .text(details.takenZone.map { _ in String(time.suffix(6)) })
        }
        return writer.bytes
    }

    /// Returns the packet for the copy: that of the picture with the properties of its sidecars. If it also describes
    /// other data of the original, such as a video or gain map behind the pixels, or if places are left out, a new one.
    /// Nil if XMP can't be written.
    private static func packet(_ embedded: [UInt8]?, _ details: PhotoDetails, includesPlaces: Bool) -> [UInt8]? {
        let isKept = includesPlaces && embedded.map { !$0.containsAny(namespacesOfParts) } ?? false
        let old = isKept ? embedded ?? [] : []
        var properties = PhotoProperties(values: [.orientation: ""])
        for field in PhotoField.described where field != .city || includesPlaces {
            properties.values[field] = details[field]
        }
        properties.values.merge(PhotoValues(of: details.assessment, unlike: Assessment())) { $1 }
        if details.takenSource == .user, let taken = details.taken {
            properties.values[.date] = TakenTime(taken, zone: details.takenZone).text
        }
        let known = old.withUnsafeBytes { XMPPacket($0) }.map { PhotoDetails($0).tags } ?? []
        properties.tags = TagChange(
            add: details.tags, remove: known.filter { tag in !details.tags.contains { $0.isSameTag(as: tag) } })
        let packet = try? XMPEdit(packet: old, properties: properties).applied().bytes
        return packet.flatMap { $0.count <= maxContentBytes ? $0 : nil }
    }

    private static let namespacesOfParts = ["http://ns.google.com/photos/", "http://ns.adobe.com/hdr-gain-map/"]

    /// A segment has 65,533 bytes, less the longest identifier.
    private static let maxContentBytes = 65_502

    private static func segment(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
        guard !content.isEmpty, content.count <= maxContentBytes else { return [] }
        let length = UInt16(2 + identifier.count + content.count)
        return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + identifier + content
    }
}

/// Writes a new EXIF block (EXIF 2.32, 4.6; TIFF 6.0, section 2).
private struct ExifWriter {
    /// A value in the byte order of the block.
    struct Value {
        let type: UInt16
        let count: Int
        let bytes: [UInt8]

        /// Nil if there is no text.
        static func text(_ text: String?) -> Value? {
            guard let text, !text.isEmpty else { return nil }
            let bytes = Array(text.utf8.prefix(ExifWriter.maxValueBytes - 1)) + [0]
            return Value(type: 2, count: bytes.count, bytes: bytes)
        }
    }

    var main: [UInt16: Value] = [:]
    var exif: [UInt16: Value] = [:]
    private var places: [UInt16: Value] = [:]
    private let isBigEndian: Bool

    static let description: UInt16 = 0x010E
    static let model: UInt16 = 0x0110
    static let artist: UInt16 = 0x013B
    static let copyright: UInt16 = 0x8298
    static let dateTimeOriginal: UInt16 = 0x9003
    static let offsetTimeOriginal: UInt16 = 0x9011
    private static let exifDirectory: UInt16 = 0x8769
    private static let placesDirectory: UInt16 = 0x8825
    private static let colorSpace: UInt16 = 0xA001
    private static let version: UInt16 = 0x9000
    private static let width: UInt16 = 0xA002
    private static let height: UInt16 = 0xA003

    /// Maker, model, resolution, software and the time of the last change.
    private static let copiedTags: Set<UInt16> = [0x010F, 0x0110, 0x011A, 0x011B, 0x0128, 0x0131, 0x0132]
    /// The maker's notes, positions in the original's pixels, and a directory about the original's color.
    private static let omittedTags: Set<UInt16> = [0x927C, 0x9214, 0xA005, 0xA214]
    fileprivate static let maxValueBytes = 4096
    private static let maxTags = 200

    init(copying block: ExifBlock?, size: PixelSize, includesPlaces: Bool) {
        isBigEndian = block?.isBigEndian ?? true
        if let block {
            main = Self.values(of: block.main) { Self.copiedTags.contains($0) }
            exif = Self.values(of: block.main.directory(Self.exifDirectory)) { !Self.omittedTags.contains($0) }
            if includesPlaces { places = Self.values(of: block.main.directory(Self.placesDirectory)) { _ in true } }
        }
        main[Orientation.tag] = short(1)
        // sRGB.
        exif[Self.colorSpace] = short(1)
        exif[Self.width] = exif[Self.width].map { _ in long(size.width) }
        exif[Self.height] = exif[Self.height].map { _ in long(size.height) }
        exif[Self.version] = exif[Self.version] ?? Value(type: 7, count: 4, bytes: Array("0232".utf8))
    }

    private static func values(of directory: ExifDirectory, where isCopied: (UInt16) -> Bool) -> [UInt16: Value] {
        var values: [UInt16: Value] = [:]
        for tag in directory.entryOffsets.keys.sorted().filter(isCopied).prefix(maxTags) {
            if let (type, count, bytes) = directory.stored(tag, maxBytes: maxValueBytes) {
                values[tag] = Value(type: type, count: count, bytes: bytes)
            }
        }
        return values
    }

    /// The block, with the main directory first.
    var bytes: [UInt8] {
        var main = main
        // The offsets of the other directories, which follow.
        main[Self.exifDirectory] = long(0)
        if !places.isEmpty { main[Self.placesDirectory] = long(0) }
        let start = Self.headerBytes + directory(main, at: 0).count
        let exif = directory(exif, at: start)
        main[Self.exifDirectory] = long(start)
        if !places.isEmpty { main[Self.placesDirectory] = long(start + exif.count) }
        return Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(Self.headerBytes, 4)
            + directory(main, at: Self.headerBytes) + exif
            + (places.isEmpty ? [] : directory(places, at: start + exif.count))
    }

    private static let headerBytes = 8

    /// Returns a directory at an offset, followed by the values that don't fit into its entries.
    private func directory(_ tags: [UInt16: Value], at start: Int) -> [UInt8] {
        let end = start + 2 + 12 * tags.count + 4
        var (entries, values) = (number(tags.count, 2), [UInt8]())
        for (tag, value) in tags.sorted(by: { $0.key < $1.key }) {
            entries += number(Int(tag), 2) + number(Int(value.type), 2) + number(value.count, 4)
            if value.bytes.count > 4 {
                entries += number(end + values.count, 4)
                values += value.bytes + [UInt8](repeating: 0, count: value.bytes.count % 2)
            } else {
                entries += (value.bytes + [0, 0, 0, 0]).prefix(4)
            }
        }
        return entries + number(0, 4) + values
    }

    private func short(_ value: Int) -> Value { Value(type: 3, count: 1, bytes: number(value, 2)) }

    private func long(_ value: Int) -> Value { Value(type: 4, count: 1, bytes: number(value, 4)) }

    private func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
        let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }
}

extension [UInt8] {
    fileprivate func containsAny(_ texts: [String]) -> Bool {
        let text = String(decoding: self, as: UTF8.self)
        return texts.contains { text.contains($0) }
    }
}
