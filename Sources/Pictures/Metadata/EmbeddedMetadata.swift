import Albums
import Basics
import CellArt
import FoundationEssentials

/// The metadata blocks in a picture's file, found without decoding it, and its size.
///
/// Reads only the parts of the file that contain them: for most photos the first 16 KB. The size of some formats, and the
/// EXIF of TIFF, is left to the decoder.
struct EmbeddedMetadata {
    /// The upright size.
    var size: PixelSize?
    /// Starts with the TIFF header, or with the identifier of a JPEG segment.
    var exif: [UInt8]?
    /// IIM, or Photoshop's image resources.
    var iptc: [UInt8]?
    var xmp: [UInt8]?
    /// The part of the XMP of a JPEG that didn't fit into a segment, and its name in the main packet.
    private var extendedXMP: (name: ArraySlice<UInt8>, packet: [UInt8])?
    /// The texts of a PNG, by their keywords.
    var pngTexts: [String: String] = [:]
    private(set) var isRAW = false
    /// The orientation in the container, which replaces that of EXIF.
    private var orientation: Orientation?

    /// No metadata, except for XMP.
    init(xmp: [UInt8]? = nil) {
        self.xmp = xmp
    }

    /// - Throws: `CancellationError`, or `PictureFailure` if the file cannot be read.
    init(of file: any EncodedPicture, format: PictureFormat, cancellation: DecodeCancellation) throws {
        isRAW = format == .raw
        var window = FileWindow(file, cancellation: cancellation)
        try format.readMetadata(&self, &window)
        // A size from a container with an orientation of its own is already upright.
        size = size.map(fileOrientation.rotated)
    }

    /// How to make the pixels upright; those from a container with an orientation of its own already are.
    var fileOrientation: Orientation {
        orientation == nil ? exif?.withUnsafeBytes { Orientation(ExifBlock($0)) } ?? .upright : .upright
    }

    /// The details in EXIF.
    fileprivate var exifDetails: PhotoDetails? {
        exif?.withUnsafeBytes { bytes in
            guard let block = ExifBlock(bytes) else { return nil }
            let orientation = orientation ?? Orientation(block)
            return PhotoDetails(block, orientation: orientation, storedSize: size.map(orientation.rotated))
        }
    }

    /// The thumbnail in EXIF, without a color profile.
    var thumbnail: ExifThumbnail? {
        guard let size, let exif else { return nil }
        return exif.withUnsafeBytes { bytes in
            ExifBlock(bytes).flatMap { ExifThumbnail($0, of: Orientation($0).rotated(size), profile: nil) }
        }
    }

    // MARK: JPEG

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

    /// The details in XMP.
    fileprivate var xmpDetails: PhotoDetails? {
        func details(_ packet: [UInt8]) -> PhotoDetails? {
            packet.withUnsafeBytes { XMPPacket($0).map(PhotoDetails.init) }
        }
        let main = xmp.flatMap(details)
        // A program that doesn't know extended XMP may have left that of an earlier packet.
        guard let main, let xmp, let extendedXMP, xmp.contains(extendedXMP.name) else { return main }
        return main.merged(with: details(extendedXMP.packet))
    }

    // MARK: PNG

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

    // MARK: WebP

    /// Reads the chunks of the container (RFC 9649, 2.7).
    mutating func readWebP(_ window: inout FileWindow) throws {
        var position = 12
        for _ in 0..<MetadataLimits.maxBlocks {
            guard let head = try window.bytes(at: position, 8), let length = head.littleEndian(4, at: 4) else { return }
            let content = position + 8
            switch String(decoding: head[..<4], as: UTF8.self) {
            case "VP8X":
                if let flags = try window.bytes(at: content, 10) {
                    size = PixelSize(
                        width: flags.littleEndian(3, at: 4).flatMap { Side(1 + $0) },
                        height: flags.littleEndian(3, at: 7).flatMap { Side(1 + $0) })
                }
            case "VP8 ":
                if size == nil, let frame = try window.bytes(at: content, 10) {
                    size = PixelSize(
                        width: frame.littleEndian(2, at: 6).flatMap { Side($0 & 0x3FFF) },
                        height: frame.littleEndian(2, at: 8).flatMap { Side($0 & 0x3FFF) })
                }
            case "VP8L":
                if size == nil, let bits = try window.bytes(at: content, 5)?.littleEndian(4, at: 1) {
                    size = PixelSize(width: Side(1 + bits & 0x3FFF), height: Side(1 + bits >> 14 & 0x3FFF))
                }
            case "EXIF" where length <= MetadataLimits.maxBlockBytes: exif = try window.bytes(at: content, length)
            case "XMP " where length <= MetadataLimits.maxBlockBytes: xmp = try window.bytes(at: content, length)
            default: break
            }
            // Chunks are padded to an even size.
            position = content + (length + 1) & ~1
        }
    }

    // MARK: TIFF

    /// Reads the tags of the first directory that contain XMP and IPTC (TIFF 6.0, section 2).
    mutating func readTIFF(_ window: inout FileWindow) throws {
        guard let header = try window.bytes(at: 0, 8) else { return }
        let isBigEndian = header[0] == UInt8(ascii: "M")
        func number(_ byteCount: Int, in bytes: [UInt8], at offset: Int) -> Int? {
            isBigEndian ? bytes.bigEndian(byteCount, at: offset) : bytes.littleEndian(byteCount, at: offset)
        }
        guard number(2, in: header, at: 2) == 42, let directory = number(4, in: header, at: 4),
            let count = try window.bytes(at: directory, 2).flatMap({ number(2, in: $0, at: 0) }),
            let entries = try window.bytes(at: directory + 2, 12 * count)
        else { return }
        for start in stride(from: 0, to: entries.count, by: 12) {
            guard let tag = number(2, in: entries, at: start), [700, 33723, 34377].contains(tag),
                let type = number(2, in: entries, at: start + 2), let count = number(4, in: entries, at: start + 4),
                let position = number(4, in: entries, at: start + 8)
            else { continue }
            // IPTC is often declared as numbers of four bytes.
            let size = count * (type == 4 ? 4 : 1)
            guard (5...MetadataLimits.maxBlockBytes).contains(size) else { continue }
            let content = try window.bytes(at: position, size)
            if tag == 700 { xmp = content } else { iptc = iptc ?? content }
        }
    }

    // MARK: HEIC, AVIF

    mutating func readHEIF(_ window: inout FileWindow) throws {
        var position = 0
        var boxes = ISOBoxReader()
        while let box = try boxes.next(at: &position, before: window.fileSize, in: &window) {
            guard box.kind == "meta" else { continue }
            guard let items = try content(of: box.content, &window).flatMap(HEIFItems.init) else { return }
            size = items.primarySize
            orientation = items.orientation
            try readExif(at: items.exif, &window)
            xmp = try content(of: items.xmp, &window)
            return
        }
    }

    // MARK: JPEG XL

    /// Reads the boxes of the container, unless they are compressed (ISO/IEC 18181-2, 9).
    mutating func readJPEGXL(_ window: inout FileWindow) throws {
        var position = 0
        var boxes = ISOBoxReader()
        while let box = try boxes.next(at: &position, before: window.fileSize, in: &window) {
            switch box.kind {
            case "Exif": try readExif(at: box.content, &window)
            case "xml ": xmp = try content(of: box.content, &window) ?? xmp
            default: break
            }
        }
    }

    /// Reads an EXIF block, which is preceded by a 4-byte offset to its TIFF header (ISO/IEC 23008-12, A.2.1).
    private mutating func readExif(at range: Range<Int>?, _ window: inout FileWindow) throws {
        guard let block = try content(of: range, &window), block.count > 4 else { return }
        if let skipped = block.bigEndian(4, at: 0), skipped < block.count - 4 { exif = Array(block[(4 + skipped)...]) }
    }

    private func content(of item: Range<Int>?, _ window: inout FileWindow) throws -> [UInt8]? {
        guard let item, item.count <= MetadataLimits.maxBlockBytes else { return nil }
        return try window.bytes(at: item.lowerBound, item.count)
    }
}

/// Limits of metadata, which may be hostile.
enum MetadataLimits {
    /// The maximum number of segments or chunks of a file.
    static let maxBlocks = 1 << 14
    /// The maximum size of a metadata block, in bytes.
    static let maxBlockBytes = 1 << 20
    static let maxTags = 100
    /// The maximum length of a tag, in scalars.
    static let maxTagScalars = 60
    /// The maximum length of a title or name, in scalars.
    static let maxNameScalars = 500
}

extension PhotoDetails {
    /// Merges the metadata of a photo. The first source that has a property provides it: the XMP sidecars in the order
    /// given, the embedded XMP, IPTC, EXIF. `TakenSource` has the order for the date. Keywords of all sources are kept.
    ///
    /// XMP comes first, because programs write the user's changes there.
    init(_ embedded: EmbeddedMetadata, sidecars: [[UInt8]] = []) {
        self.init()
        let sidecars = sidecars.filter { !TakeoutMetadata.isJSON($0) }
        for sidecar in sidecars {
            var details = sidecar.withUnsafeBytes { XMPPacket($0).map(PhotoDetails.init) }
            if embedded.isRAW, let known = details, known.takenSource == .xmpOriginal {
                details?.setTaken(
                    known.taken, zone: known.takenZone, source: .rawSidecar, precision: known.takenPrecision)
            }
            self = merged(with: details)
        }
        self = merged(with: embedded.xmpDetails)
        if !sidecars.isEmpty || embedded.xmp != nil { missingPackage = SystemLibrary.xmp.missingPackage }
        self =
            merged(with: embedded.iptc.flatMap { IPTCBlock($0) }.map(PhotoDetails.init))
            .merged(with: embedded.exifDetails)
        var texts = PhotoDetails()
        texts.title = embedded.pngTexts["Title"]
        texts.description = CameraName.userDescription(embedded.pngTexts["Description"])
        texts.author = embedded.pngTexts["Author"]
        texts.setTaken(embedded.pngTexts["Creation Time"].flatMap(LocalTime.init(text:)), source: .xmpCreated)
        self = merged(with: texts)
        self = bounded
    }

    /// Returns these details completed by those of a lower source.
    func merged(with lower: PhotoDetails?) -> PhotoDetails {
        guard let lower else { return self }
        var merged = completed(by: lower)
        if !hasAllTags { merged.tags = Keywords.union(tags, lower.tags) }
        merged.hasAllTags = hasAllTags || lower.hasAllTags
        merged.people = Keywords.distinct(people + lower.people)
        guard taken != nil, lower.taken != nil else { return merged }
        let (chosen, other) = lower.takenRank < takenRank ? (lower, self) : (self, lower)
        merged.setTaken(of: chosen)
        merged.completeTaken(by: other)
        return merged
    }

    /// Dates without a source are those of the file's format, such as a video's.
    private var takenRank: TakenSource { takenSource ?? .exifDigitized }

    /// Adds the time to a date without one, and the zone to a time without one, if the other source agrees.
    private mutating func completeTaken(by other: PhotoDetails) {
        // Programs write their own zone to XMP, and EXIF has a property for that of the camera.
        guard let taken, let date = other.taken, takenZone == nil, takenSource != .exifOriginal,
            other.takenSource != .xmpOriginal, other.takenSource != .xmpCreated, other.takenSource?.isUTC != true
        else { return }
        if taken.isSameSecond(as: date) || taken.isMidnight && taken.isSameDay(as: date) {
            setTaken(
                max(taken, date), zone: other.takenZone, source: takenSource,
                precision: max(takenPrecision, other.takenPrecision))
        }
    }

    /// Cut to what fits into a message of a worker.
    private var bounded: PhotoDetails {
        func cut(_ text: String?, _ count: Int) -> String? {
            text.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(count))) }
        }
        var details = self
        details.title = cut(title, MetadataLimits.maxNameScalars)
        details.author = cut(author, MetadataLimits.maxNameScalars)
        details.camera = cut(camera, MetadataLimits.maxNameScalars)
        details.serialNumber = cut(serialNumber, MetadataLimits.maxTagScalars)
        details.contentIdentifier = cut(contentIdentifier, MetadataLimits.maxTagScalars)
        details.lens = cut(lens, MetadataLimits.maxNameScalars)
        details.locationName = cut(locationName, MetadataLimits.maxNameScalars)
        details.headline = cut(headline, MetadataLimits.maxNameScalars)
        details.copyright = cut(copyright, MetadataLimits.maxNameScalars)
        details.city = cut(city, MetadataLimits.maxNameScalars)
        details.label = cut(label, MetadataLimits.maxTagScalars)
        details.tags = tags.prefix(MetadataLimits.maxTags).compactMap { cut($0, MetadataLimits.maxTagScalars) }
        details.people = people.prefix(MetadataLimits.maxTags).compactMap { cut($0, MetadataLimits.maxTagScalars) }
        return details
    }
}

extension PhotoDetails {
    /// Sets the rating of Windows, which counts in percent: 1, 25, 50, 75 and 99 are one to five stars.
    mutating func setRating(percent: Int?) {
        guard let percent, (1...100).contains(percent) else { return }
        setRating(Double((percent + 12) / 25 + 1))
    }
}

/// Keywords, some of which are paths such as `Places/Portugal/Lisbon`.
enum Keywords {
    /// Returns the keywords of both lists once each, without those that a path contains.
    static func union(_ first: [String], _ second: [String]) -> [String] {
        let all = first + second
        let steps = Set(
            all.filter { $0.contains("/") }.flatMap { $0.split(separator: "/") }.map { $0.lowercased() })
        return distinct(all.filter { !steps.contains($0.lowercased()) })
    }

    /// Returns the texts once each, ignoring case.
    static func distinct(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0.lowercased()).inserted }
    }
}

extension Date {
    fileprivate var isMidnight: Bool { timeIntervalSince1970.truncatingRemainder(dividingBy: 86400) == 0 }

    /// Whether both are equal apart from sub-seconds, which some programs drop.
    fileprivate func isSameSecond(as other: Date) -> Bool {
        timeIntervalSince1970.rounded(.down) == other.timeIntervalSince1970.rounded(.down)
    }

    fileprivate func isSameDay(as other: Date) -> Bool {
        (timeIntervalSince1970 / 86400).rounded(.down) == (other.timeIntervalSince1970 / 86400).rounded(.down)
    }
}
