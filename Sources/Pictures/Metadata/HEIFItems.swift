import Basics
import CellArt

/// The metadata items of a HEIF or AVIF file, and the size of its primary picture, from its `meta` box
/// (ISO/IEC 14496-12, 8.11, and 23008-12).
struct HEIFItems {
    /// The ranges in the file. Nil if missing, or stored in several parts.
    private(set) var exif: Range<Int>?
    private(set) var xmp: Range<Int>?
    /// The upright size; nil if only the decoder knows it, as for cropped pictures.
    private(set) var primarySize: PixelSize?
    /// The orientation of the primary picture.
    private(set) var orientation = Orientation.upright

    /// The types of all items, such as `hvc1`.
    private(set) var kinds: Set<String> = []

    private let boxes: HEIFBoxes<[UInt8]>

    /// - Parameter meta: the content of the box.
    init?(_ meta: [UInt8]) {
        boxes = HEIFBoxes(bytes: meta)
        // `meta` and most of its boxes start with a version and flags.
        let inMeta = boxes.all(in: min(4, meta.count)..<meta.count)
        func box(_ kind: String) -> Range<Int>? { inMeta.first { $0.kind == kind }?.content }
        guard let information = box("iinf"), let locations = box("iloc").map(locations) else { return nil }
        let countBytes = boxes.bytes.bigEndian(1, at: information.lowerBound) == 0 ? 2 : 4
        for entry in boxes.all(in: information.dropFirst(4 + countBytes)) where entry.kind == "infe" {
            guard let (id, kind, mediaType) = entryOfItem(entry.content) else { continue }
            kinds.insert(kind)
            if kind == "Exif" { exif = exif ?? locations[id] }
            if kind == "mime", mediaType == "application/rdf+xml" { xmp = xmp ?? locations[id] }
        }
        if let properties = box("iprp"), let primary = box("pitm") {
            let own = boxes.properties(of: primary, in: properties)
            primarySize = own.flatMap(size)
            orientation = own.map(boxes.orientation) ?? .upright
        }
    }

    /// Returns the ID, the type and the media type of an item (`infe`, version 2 or 3).
    private func entryOfItem(_ content: Range<Int>) -> (id: Int, kind: String, mediaType: String)? {
        guard let version = boxes.bytes.bigEndian(1, at: content.lowerBound), version == 2 || version == 3 else {
            return nil
        }
        let idBytes = version == 2 ? 2 : 4
        let start = content.lowerBound + 4 + idBytes + 2
        guard let id = boxes.bytes.bigEndian(idBytes, at: content.lowerBound + 4), start + 4 <= content.upperBound
        else {
            return nil
        }
        // Followed by the name and the media type, each with a zero at its end.
        let texts = boxes.bytes[start + 4..<content.upperBound].split(separator: 0, omittingEmptySubsequences: false)
        return (
            id, String(decoding: boxes.bytes[start..<start + 4], as: UTF8.self),
            texts.count > 1 ? String(decoding: texts[1], as: UTF8.self) : ""
        )
    }

    /// Returns the ranges of the items that are stored in the file in one part (`iloc`).
    private func locations(_ content: Range<Int>) -> [Int: Range<Int>] {
        guard let version = boxes.bytes.bigEndian(1, at: content.lowerBound), version <= 2,
            let sizes = boxes.bytes.bigEndian(2, at: content.lowerBound + 4)
        else { return [:] }
        let (offsetBytes, lengthBytes) = (sizes >> 12, sizes >> 8 & 15)
        let (baseBytes, indexBytes) = (sizes >> 4 & 15, version > 0 ? sizes & 15 : 0)
        let idBytes = version < 2 ? 2 : 4
        var position = content.lowerBound + 6
        func next(_ count: Int) -> Int? {
            defer { position += count }
            return count == 0 ? 0 : count <= 8 ? boxes.bytes.bigEndian(count, at: position) : nil
        }
        var found: [Int: Range<Int>] = [:]
        guard let count = next(idBytes) else { return [:] }
        for _ in 0..<min(count, HEIFBoxes<[UInt8]>.maxItems) {
            guard let id = next(idBytes), let method = version > 0 ? next(2) : 0, next(2) != nil,
                let base = next(baseBytes), let extents = next(2)
            else { return found }
            for extent in 0..<extents {
                guard next(indexBytes) != nil, let offset = next(offsetBytes), let length = next(lengthBytes) else {
                    return found
                }
                let start = Count(base) + Count(offset)
                if method & 15 == 0, extents == 1, extent == 0 {
                    found[id] = start.value..<(start + Count(length)).value
                }
            }
        }
        return found
    }

    /// Returns the size from the properties `ispe` and `irot`; nil if the picture is also cropped.
    private func size(_ own: [ISOBoxReader.Box]) -> PixelSize? {
        guard !own.contains(where: { $0.kind == "clap" }), let extent = own.first(where: { $0.kind == "ispe" }),
            let width = boxes.bytes.bigEndian(4, at: extent.content.lowerBound + 4).flatMap({ Side($0) }),
            let height = boxes.bytes.bigEndian(4, at: extent.content.lowerBound + 8).flatMap({ Side($0) })
        else { return nil }
        return boxes.swapsAxes(own)
            ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
    }
}

extension EmbeddedMetadata {
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
}
