import Albums
import CellArt

/// The metadata items of a HEIF or AVIF file, and the size of its primary picture, from its `meta` box
/// (ISO/IEC 14496-12, 8.11, and 23008-12).
struct HEIFItems {
    /// The ranges in the file. Nil if missing, or stored in several parts.
    private(set) var exif: Range<Int>?
    private(set) var xmp: Range<Int>?
    /// The upright size; nil if only the decoder knows it, as for cropped pictures.
    private(set) var primarySize: PixelSize?

    private let bytes: [UInt8]

    private typealias Box = (kind: String, content: Range<Int>)

    /// - Parameter meta: the box with its header.
    init?(_ meta: [UInt8]) {
        bytes = meta
        // `meta` and most of its boxes start with a version and flags.
        let inMeta = boxes(in: min(12, meta.count)..<meta.count)
        func box(_ kind: String) -> Range<Int>? { inMeta.first { $0.kind == kind }?.content }
        guard let information = box("iinf"), let locations = box("iloc").map(locations) else { return nil }
        let countBytes = number(1, at: information.lowerBound) == 0 ? 2 : 4
        for entry in boxes(in: information.dropFirst(4 + countBytes)) where entry.kind == "infe" {
            guard let (id, kind, mediaType) = entryOfItem(entry.content) else { continue }
            if kind == "Exif" { exif = exif ?? locations[id] }
            if kind == "mime", mediaType == "application/rdf+xml" { xmp = xmp ?? locations[id] }
        }
        if let properties = box("iprp"), let primary = box("pitm") {
            primarySize = size(of: primaryItem(primary), in: boxes(in: properties))
        }
    }

    /// Returns the ID, the type and the media type of an item (`infe`, version 2 or 3).
    private func entryOfItem(_ content: Range<Int>) -> (id: Int, kind: String, mediaType: String)? {
        guard let version = number(1, at: content.lowerBound), version == 2 || version == 3 else { return nil }
        let idBytes = version == 2 ? 2 : 4
        let start = content.lowerBound + 4 + idBytes + 2
        guard let id = number(idBytes, at: content.lowerBound + 4), start + 4 <= content.upperBound else { return nil }
        // Followed by the name and the media type, each with a zero at its end.
        let texts = bytes[start + 4..<content.upperBound].split(separator: 0, omittingEmptySubsequences: false)
        return (
            id, String(decoding: bytes[start..<start + 4], as: UTF8.self),
            texts.count > 1 ? String(decoding: texts[1], as: UTF8.self) : ""
        )
    }

    /// Returns the ranges of the items that are stored in the file in one part (`iloc`).
    private func locations(_ content: Range<Int>) -> [Int: Range<Int>] {
        guard let version = number(1, at: content.lowerBound), version <= 2,
            let sizes = number(2, at: content.lowerBound + 4)
        else { return [:] }
        let (offsetBytes, lengthBytes) = (sizes >> 12, sizes >> 8 & 15)
        let (baseBytes, indexBytes) = (sizes >> 4 & 15, version > 0 ? sizes & 15 : 0)
        let idBytes = version < 2 ? 2 : 4
        var position = content.lowerBound + 6
        func next(_ count: Int) -> Int? {
            defer { position += count }
            return count == 0 ? 0 : count <= 8 ? number(count, at: position) : nil
        }
        var found: [Int: Range<Int>] = [:]
        guard let count = next(idBytes) else { return [:] }
        for _ in 0..<min(count, Self.maxItems) {
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

    private func primaryItem(_ content: Range<Int>) -> Int? {
        number(number(1, at: content.lowerBound) == 0 ? 2 : 4, at: content.lowerBound + 4)
    }

    /// Returns the size from the properties `ispe` and `irot`; nil if the picture is also cropped.
    private func size(of item: Int?, in properties: [Box]) -> PixelSize? {
        guard let item, let container = properties.first(where: { $0.kind == "ipco" }),
            let associations = properties.first(where: { $0.kind == "ipma" })
        else { return nil }
        let list = boxes(in: container.content)
        let own = propertyIndices(of: item, in: associations.content)
            .compactMap { list.indices.contains($0 - 1) ? list[$0 - 1] : nil }
        guard !own.contains(where: { $0.kind == "clap" }), let extent = own.first(where: { $0.kind == "ispe" }),
            let width = number(4, at: extent.content.lowerBound + 4).flatMap({ Side($0) }),
            let height = number(4, at: extent.content.lowerBound + 8).flatMap({ Side($0) })
        else { return nil }
        let turns = own.filter { $0.kind == "irot" }.compactMap { number(1, at: $0.content.lowerBound) }.reduce(0, +)
        return turns.isMultiple(of: 2)
            ? PixelSize(width: width, height: height) : PixelSize(width: height, height: width)
    }

    /// Returns the property indices of an item, counted from 1 (ISO/IEC 23008-12, 9.3.1).
    private func propertyIndices(of item: Int, in content: Range<Int>) -> [Int] {
        guard let head = number(4, at: content.lowerBound), let count = number(4, at: content.lowerBound + 4) else {
            return []
        }
        let (itemBytes, indexBytes) = (head >> 24 == 0 ? 2 : 4, head & 1 == 0 ? 1 : 2)
        var position = content.lowerBound + 8
        for _ in 0..<min(count, Self.maxItems) {
            guard let found = number(itemBytes, at: position), let indices = number(1, at: position + itemBytes) else {
                return []
            }
            position += itemBytes + 1
            if found == item {
                // The highest bit marks the property as essential.
                return (0..<indices).compactMap { number(indexBytes, at: position + $0 * indexBytes) }
                    .map { $0 & (1 << (8 * indexBytes - 1) - 1) }
            }
            position += indices * indexBytes
        }
        return []
    }

    /// More than the tiles of any picture.
    private static let maxItems = 1 << 16

    private func boxes(in range: Range<Int>) -> [Box] {
        var found: [Box] = []
        var position = range.lowerBound
        while position + 8 <= range.upperBound, let size = number(4, at: position), size >= 8,
            position + size <= range.upperBound
        {
            found.append(
                (String(decoding: bytes[position + 4..<position + 8], as: UTF8.self), position + 8..<position + size))
            position += size
        }
        return found
    }

    /// Returns a big-endian number of up to eight bytes; nil beyond the end, or if it doesn't fit.
    private func number(_ count: Int, at offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - count else { return nil }
        return Int(exactly: bytes[offset..<offset + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
