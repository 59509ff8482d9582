/// Finds the rotation of a HEIF's primary picture (ISO/IEC 23008-12, 6.5.10), which libheif doesn't expose.
struct HEIFRotation {
    private let file: UnsafeRawBufferPointer

    /// Returns whether the primary picture's width and height are swapped.
    static func swapsAxes(_ file: UnsafeRawBufferPointer) -> Bool {
        HEIFRotation(file: file).swapsAxes ?? false
    }

    private typealias Box = (kind: UInt32, content: Range<Int>)

    private var swapsAxes: Bool? {
        guard let meta = box("meta", in: boxes(in: 0..<file.count)) else { return nil }
        // `meta`, `pitm` and `ipma` start with a version and flags.
        let inMeta = boxes(in: meta.dropFirst(4))
        guard let primary = box("pitm", in: inMeta).flatMap(primaryItem),
            let properties = box("iprp", in: inMeta).map(boxes),
            let list = box("ipco", in: properties).map(boxes),
            let associations = box("ipma", in: properties)
        else { return nil }
        let turns = propertyIndices(of: primary, in: associations)
            .filter { list.indices.contains($0 - 1) }
            .map { list[$0 - 1] }
            .filter { $0.kind == Self.code("irot") }
            .compactMap { number(bytes: 1, at: $0.content.lowerBound) }
        return !turns.reduce(0, +).isMultiple(of: 2)
    }

    private func primaryItem(_ content: Range<Int>) -> Int? {
        number(bytes: 1, at: content.lowerBound) == 0
            ? number(bytes: 2, at: content.lowerBound + 4) : number(bytes: 4, at: content.lowerBound + 4)
    }

    /// Returns the property indices of an item, counted from 1 (ISO/IEC 23008-12, 9.3.1).
    private func propertyIndices(of item: Int, in content: Range<Int>) -> [Int] {
        guard let head = number(bytes: 4, at: content.lowerBound),
            let count = number(bytes: 4, at: content.lowerBound + 4)
        else { return [] }
        let itemBytes = head >> 24 == 0 ? 2 : 4
        let indexBytes = head & 1 == 0 ? 1 : 2
        var position = content.lowerBound + 8
        for _ in 0..<min(count, Self.maxItems) {
            guard let found = number(bytes: itemBytes, at: position),
                let indices = number(bytes: 1, at: position + itemBytes)
            else { return [] }
            position += itemBytes + 1
            if found == item {
                // The highest bit marks the property as essential.
                return (0..<indices).compactMap { number(bytes: indexBytes, at: position + $0 * indexBytes) }
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
        while let size = number(bytes: 4, at: position), let kind = number(bytes: 4, at: position + 4),
            size >= 8, position + size <= range.upperBound
        {
            found.append((UInt32(kind), position + 8..<position + size))
            position += size
        }
        return found
    }

    private func box(_ name: StaticString, in boxes: [Box]) -> Range<Int>? {
        boxes.first { $0.kind == Self.code(name) }?.content
    }

    private func number(bytes: Int, at offset: Int) -> Int? {
        guard offset >= 0, offset <= file.count - bytes else { return nil }
        return file[offset..<offset + bytes].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func code(_ name: StaticString) -> UInt32 {
        name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
