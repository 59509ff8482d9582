import Albums
import CExempi

/// A parsed XMP packet, from a picture or from a sidecar file beside it (ISO 16684-1).
final class XMPPacket {
    private let packet: OpaquePointer
    /// The namespaces that may occur in the packet; others aren't looked up, because Exempi is slow to miss a property.
    private let schemas: Set<Schema>

    /// Packets of editors contain their history, but rarely more than 100 KB.
    static let maxBytes = 1 << 20

    /// Returns nil for a damaged or too long packet, or without the library.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= Self.maxBytes,
            let packet = Self.readable(
                bytes, { text in text.baseAddress.flatMap { tintype_xmp_parse($0, text.count) } })
        else { return nil }
        self.packet = packet
        schemas = Schema.all(in: bytes)
    }

    deinit {
        tintype_xmp_free(packet)
    }

    /// Calls `body` with a packet in a form that Exempi reads.
    ///
    /// Drops a Latin-1 declaration, because Exempi converts the text to UTF-8 but its parser would then convert it
    /// again. Renames icloudpd's `x:xml_doc`, because Exempi expects RDF in `x:xmpmeta`.
    private static func readable<Result>(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        var bytes = bytes[...]
        if bytes.starts(with: "<?xml".utf8), let end = bytes.prefix(128).firstIndex(of: UInt8(ascii: ">")),
            String(decoding: bytes[..<end], as: UTF8.self).lowercased().contains("iso-8859-1")
        {
            bytes = bytes[(end + 1)...]
        }
        let root = bytes.prefix(4096)
        guard let name = root.firstRange(of: "<x:xml_doc".utf8) else {
            return body(UnsafeRawBufferPointer(rebasing: bytes))
        }
        var text = Array(bytes)
        let end = bytes.firstRange(of: "</x:xml_doc".utf8)
        for start in [name.lowerBound + 1, end.map { $0.lowerBound + 2 }].compactMap({ $0 }) {
            text.replaceSubrange(start - bytes.startIndex..<start - bytes.startIndex + 9, with: "x:xmpmeta".utf8)
        }
        return text.withUnsafeBytes(body)
    }

    /// The orientation that a sidecar gives its picture, as a number of EXIF, and whether the user chose it in Tintype;
    /// nil if it has none.
    ///
    /// Ignores icloudpd's, which is that of the original beside an edited picture that is already upright.
    static func orientation(inSidecar bytes: [UInt8]) -> (number: Int, isOfUser: Bool)? {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                bytes.contains(0) || tintype_xmp_names(start, bytes.count, "Orientation"),
                bytes.prefix(4096).firstRange(of: "<x:xml_doc".utf8) == nil, let packet = XMPPacket(bytes),
                let number = packet.text(.tiff, "Orientation").flatMap({ Int($0) }), (1...8).contains(number)
            else { return nil }
            return (number, packet.text(.tintype, "Orientation") == String(number))
        }
    }

    /// A namespace of properties.
    enum Schema: String, CaseIterable {
        case dublinCore = "http://purl.org/dc/elements/1.1/"
        case xmp = "http://ns.adobe.com/xap/1.0/"
        case photoshop = "http://ns.adobe.com/photoshop/1.0/"
        case exif = "http://ns.adobe.com/exif/1.0/"
        case exifExtension = "http://cipa.jp/exif/1.0/"
        case lens = "http://ns.adobe.com/exif/1.0/aux/"
        case tiff = "http://ns.adobe.com/tiff/1.0/"
        case lightroom = "http://ns.adobe.com/lightroom/1.0/"
        case digiKam = "http://www.digikam.org/ns/1.0/"
        case darktable = "http://darktable.sf.net/"
        /// As Windows writes it.
        case microsoft = "http://ns.microsoft.com/photo/1.0/"
        /// As ExifTool writes it.
        case microsoftOfExifTool = "http://ns.microsoft.com/photo/1.0"
        case iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
        case iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
        /// The regions of the Metadata Working Group.
        case regions = "http://www.metadataworkinggroup.com/schemas/regions/"
        /// The people of Windows Live Photo Gallery, with its two structures.
        case microsoftPeople = "http://ns.microsoft.com/photo/1.2/"
        /// XMP Dynamic Media; Premiere, Bridge and Lightroom use its flag.
        case dynamicMedia = "http://ns.adobe.com/xmp/1.0/DynamicMedia/"
        /// The program's own.
        case tintype = "http://tintype.photos/ns/1.0/"

        /// The prefix to declare in packets that don't declare one.
        var prefix: String {
            switch self {
            case .dublinCore: "dc"
            case .lightroom: "lr"
            default: "\(self)"
            }
        }

        /// Returns the namespaces that a packet names, and those into which Exempi converts properties of other
        /// namespaces.
        fileprivate static func all(in packet: UnsafeRawBufferPointer) -> Set<Schema> {
            // A search for ASCII doesn't find names in UTF-16.
            guard let start = packet.baseAddress, !packet.contains(0) else { return Set(allCases) }
            return Set(
                allCases.filter { schema in
                    [.dublinCore, .xmp, .exif].contains(schema)
                        || tintype_xmp_names(start, packet.count, schema.rawValue)
                })
        }
    }

    /// Returns a simple property without surrounding white space; nil if it is missing or empty.
    func text(_ schema: Schema, _ name: String) -> String? {
        value(schema, name).flatMap(Self.trimmed)
    }

    /// Returns a simple property without surrounding white space, which may be empty; nil if it is missing.
    func anyText(_ schema: Schema, _ name: String) -> String? {
        value(schema, name).map { String(cString: $0).trimmed ?? "" }
    }

    /// Returns a simple property or an item of an array, unchanged; nil if it is missing.
    func exactText(_ schema: Schema, _ name: String, item: Int32 = 0) -> String? {
        value(schema, name, item: item).map { String(cString: $0) }
    }

    /// Whether the packet has a property, which may be a structure.
    func has(_ schema: Schema, _ name: String) -> Bool {
        value(schema, name) != nil
    }

    /// Returns the `x-default` item of a language alternative.
    func localizedText(_ schema: Schema, _ name: String) -> String? {
        schemas.contains(schema) ? Self.trimmed(tintype_xmp_localized_text(packet, schema.rawValue, name)) : nil
    }

    /// Returns the `x-default` item of a language alternative, unchanged; nil if it is missing.
    func exactLocalizedText(_ schema: Schema, _ name: String) -> String? {
        guard schemas.contains(schema) else { return nil }
        return tintype_xmp_localized_text(packet, schema.rawValue, name).map { String(cString: $0) }
    }

    /// Returns all items of an array, unchanged.
    func exactItems(_ schema: Schema, _ name: String) -> [String] {
        (1...Int32.max).lazy.map { self.exactText(schema, name, item: $0) }.prefix { $0 != nil }.compactMap { $0 }
    }

    /// Returns the items of an array, at most `MetadataLimits.maxTags`.
    func items(_ schema: Schema, _ name: String) -> [String] {
        var items: [String] = []
        for index in 1...Int32(MetadataLimits.maxTags) {
            guard let item = value(schema, name, item: index) else { break }
            if let text = Self.trimmed(item) { items.append(text) }
        }
        return items
    }

    /// Returns a simple property or an item of an array, valid until the next call; nil if there is none.
    private func value(_ schema: Schema, _ name: String, item: Int32 = 0) -> UnsafePointer<CChar>? {
        schemas.contains(schema) ? tintype_xmp_text(packet, schema.rawValue, name, item) : nil
    }

    private static func trimmed(_ text: UnsafePointer<CChar>?) -> String? {
        text.flatMap { String(cString: $0).trimmed }
    }

    /// Removes these properties from the packet and serializes the rest; nil if memory is exhausted.
    func serialized(without properties: [(schema: Schema, name: String)]) -> String? {
        for property in properties { tintype_xmp_delete(packet, property.schema.rawValue, property.name) }
        return tintype_xmp_serialize(packet).map { String(cString: $0) }
    }
}

extension XMPPacket {
    /// Whether tags in the photo's other metadata are ignored, because the user has removed some of them.
    var hasAllTags: Bool { has(.tintype, "HasAllTags") }

    /// The keywords, some of which are paths.
    var tags: [String] {
        let paths =
            items(.lightroom, "hierarchicalSubject").map { $0.split(separator: "|").joined(separator: "/") }
            + items(.digiKam, "TagsList")
        return Keywords.union(items(.dublinCore, "subject"), paths)
    }
}

extension PhotoDetails {
    /// Reads the details from an XMP packet.
    init(_ xmp: XMPPacket) {
        self.init()
        title = xmp.localizedText(.dublinCore, "title")
        headline = xmp.text(.photoshop, "Headline")
        people = Self.people(xmp)
        label = Self.label(xmp)
        description = CameraName.userDescription(xmp.localizedText(.dublinCore, "description"))
        author = xmp.items(.dublinCore, "creator").first
        copyright = xmp.localizedText(.dublinCore, "rights")
        city = xmp.text(.photoshop, "City")
        tags = xmp.tags
        hasAllTags = xmp.hasAllTags
        setAssessment(xmp)
        let original = xmp.has(.tintype, "DateTimeOriginal") ? TakenSource.user : .xmpOriginal
        let dates: [(schema: XMPPacket.Schema, name: String, source: TakenSource)] = [
            (.exif, "DateTimeOriginal", original), (.photoshop, "DateCreated", .xmpOriginal),
            (.xmp, "CreateDate", .xmpCreated),
        ]
        for (schema, name, source) in dates where taken == nil {
            setTaken(xmp.text(schema, name).flatMap { LocalTime(iso8601: $0) }, source: source)
        }
        camera = CameraName.joined(maker: xmp.text(.tiff, "Make"), model: xmp.text(.tiff, "Model"))
        serialNumber = xmp.text(.exifExtension, "BodySerialNumber") ?? xmp.text(.lens, "SerialNumber")
        lens = xmp.text(.exifExtension, "LensModel") ?? xmp.text(.lens, "Lens")
        locationName = Self.locationName(xmp)
        exposure = Exposure(
            time: Self.rational(xmp.text(.exif, "ExposureTime"))
                ?? Exposure.time(apex: Self.rational(xmp.text(.exif, "ShutterSpeedValue"))),
            aperture: Self.rational(xmp.text(.exif, "FNumber"))
                ?? Exposure.aperture(apex: Self.rational(xmp.text(.exif, "ApertureValue"))),
            iso: (xmp.items(.exif, "ISOSpeedRatings").first
                ?? xmp.text(.exifExtension, "PhotographicSensitivity")).flatMap { Int($0) },
            focalLength: Self.rational(xmp.text(.exif, "FocalLength")))
        if let latitude = Self.degrees(xmp.text(.exif, "GPSLatitude"), negative: "S", positive: "N"),
            let longitude = Self.degrees(xmp.text(.exif, "GPSLongitude"), negative: "W", positive: "E")
        {
            setCoordinate(Address.Coordinate(latitude: latitude, longitude: longitude))
        }
    }

    private mutating func setAssessment(_ xmp: XMPPacket) {
        if let stars = xmp.text(.xmp, "Rating") {
            setRating(Double(stars))
        } else {
            let percent = xmp.text(.microsoft, "Rating") ?? xmp.text(.microsoftOfExifTool, "Rating")
            setRating(percent: percent.flatMap { Int($0) })
        }
        let pickLabel = xmp.text(.digiKam, "PickLabel") ?? Self.pickLabel(xmp.text(.dynamicMedia, "pick"))
        isPicked = pickLabel.map { $0 == "3" }
        if rating == -1 || pickLabel == "1" {
            // digiKam keeps the stars of a rejected photo where they are.
            let kept = xmp.text(.tintype, "RatingBeforeRejection").flatMap { Int($0) }
            setRating(-1, starsBefore: rating.flatMap { $0 > 0 ? $0 : nil } ?? kept)
        }
    }

    /// Returns digiKam's value for a flag of Adobe's programs: 1 for a picked photo, -1 for a rejected one, 0 for neither.
    private static func pickLabel(_ pick: String?) -> String? {
        switch pick {
        case "1": "3"
        case "-1": "1"
        case "0": "0"
        default: nil
        }
    }

    /// Reads the names of the people in the picture, and of other regions such as pets.
    private static func people(_ xmp: XMPPacket) -> [String] {
        func names(_ schema: XMPPacket.Schema, _ region: (Int) -> String, name: String, type: String?) -> [String] {
            var names: [String] = []
            // An unnamed region may precede a named one.
            for region in (1...MetadataLimits.maxTags).lazy.map(region).prefix(while: { xmp.has(schema, $0) }) {
                let kind = type.flatMap { xmp.text(schema, "\(region)/\($0)") }
                // Codes have their content as the name.
                if kind != "BarCode", let name = xmp.text(schema, "\(region)/\(name)") { names.append(name) }
            }
            return names
        }
        return Keywords.distinct(
            xmp.items(.iptcExtension, "PersonInImage")
                + names(
                    .regions, { "Regions/mwg-rs:RegionList[\($0)]" }, name: "mwg-rs:Name", type: "mwg-rs:Type")
                + names(
                    .microsoftPeople, { "RegionInfo/MPRI:Regions[\($0)]" }, name: "MPReg:PersonDisplayName", type: nil))
    }

    /// The name of the color label; empty if the packet says that there is none, for which darktable has a name.
    private static func label(_ xmp: XMPPacket) -> String? {
        let label = xmp.text(.xmp, "Label").flatMap { $0 == "NoColor" ? nil : $0 }
        return label ?? numberedLabel(xmp) ?? xmp.anyText(.xmp, "Label").map { _ in "" }
    }

    /// The name of the color label that digiKam or darktable stores as a number; of several, the first. digiKam also
    /// writes it to `xmp:Label` only in some languages, and darktable never.
    static func numberedLabel(_ xmp: XMPPacket) -> String? {
        func name(_ number: String?, _ labels: NumberedLabels) -> String? {
            number.flatMap { Int($0) }.flatMap { labels.name(of: $0) }
        }
        return name(xmp.text(.digiKam, "ColorLabel"), .digiKam)
            ?? name(xmp.items(.darktable, "colorlabels").first, .darktable)
    }

    /// Reads the location of the camera or the subject, from the properties that most programs write, or else from the
    /// later structures of IPTC.
    private static func locationName(_ xmp: XMPPacket) -> String? {
        let name = LocationName.joined([
            xmp.text(.iptcCore, "Location"), xmp.text(.photoshop, "City"), xmp.text(.photoshop, "State"),
            xmp.text(.photoshop, "Country"),
        ])
        if let name { return name }
        return ["LocationCreated", "LocationShown"].lazy.compactMap { list in
            LocationName.joined(
                ["Sublocation", "City", "ProvinceState", "CountryName"].map {
                    xmp.text(.iptcExtension, "\(list)[1]/Iptc4xmpExt:\($0)")
                })
        }.first
    }

    /// Parses a rational number such as `56/10`.
    private static func rational(_ text: String?) -> Double? {
        guard let parts = text?.split(separator: "/"), let numerator = parts.first.flatMap({ Double($0) }) else {
            return nil
        }
        guard parts.count == 2 else { return parts.count == 1 ? numerator : nil }
        return Double(parts[1]).flatMap { $0 > 0 ? numerator / $0 : nil }
    }

    /// Parses an angle such as `37,18.954S`, `37,18,57S` (degrees, minutes, seconds) or, as icloudpd writes it, `-37.3159`.
    private static func degrees(_ text: String?, negative: Character, positive: Character) -> Double? {
        if let angle = text.flatMap({ Double($0) }) { return angle }
        guard let text, let side = text.last, side == negative || side == positive else { return nil }
        let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var angle = 0.0
        for (part, divisor) in zip(parts, [1.0, 60, 3600]) {
            guard let part else { return nil }
            angle += part / divisor
        }
        return side == negative ? -angle : angle
    }
}

/// The color labels that a program stores as numbers.
struct NumberedLabels {
    private let first: Int
    private let names: [String]

    static let digiKam = NumberedLabels(
        first: 1, names: ["Red", "Orange", "Yellow", "Green", "Blue", "Magenta", "Gray", "Black", "White"])
    static let darktable = NumberedLabels(first: 0, names: ["Red", "Yellow", "Green", "Blue", "Purple"])

    func name(of number: Int) -> String? {
        names.indices.contains(where: { $0 + first == number }) ? names[number - first] : nil
    }

    /// Returns nil for a label that the program doesn't know.
    func number(of label: String) -> Int? {
        let synonyms = [label.lowercased(), Self.synonyms[label.lowercased()]]
        return names.firstIndex { synonyms.contains($0.lowercased()) }.map { $0 + first }
    }

    private static let synonyms = ["purple": "magenta", "magenta": "purple", "grey": "gray"]
}
