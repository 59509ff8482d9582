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
    var extendedXMP: (name: ArraySlice<UInt8>, packet: [UInt8])?
    /// The texts of a PNG, by their keywords.
    var pngTexts: [String: String] = [:]
    private(set) var isRAW = false
    /// The orientation in the container, which replaces that of EXIF.
    var orientation: Orientation?

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

    /// The thumbnail in EXIF, without a color profile.
    var thumbnail: ExifThumbnail? {
        guard let size, let exif else { return nil }
        return exif.withUnsafeBytes { bytes in
            ExifBlock(bytes).flatMap { ExifThumbnail($0, of: Orientation($0).rotated(size), profile: nil) }
        }
    }

    // MARK: Boxes

    /// Reads an EXIF block, which is preceded by a 4-byte offset to its TIFF header (ISO/IEC 23008-12, A.2.1).
    mutating func readExif(at range: Range<Int>?, _ window: inout FileWindow) throws {
        guard let block = try content(of: range, &window), block.count > 4 else { return }
        if let skipped = block.bigEndian(4, at: 0), skipped < block.count - 4 { exif = Array(block[(4 + skipped)...]) }
    }

    func content(of item: Range<Int>?, _ window: inout FileWindow) throws -> [UInt8]? {
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
