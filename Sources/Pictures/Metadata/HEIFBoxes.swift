/// The boxes of a HEIF or AVIF file, or of part of one, and the properties of its primary picture
/// (ISO/IEC 14496-12, 4.2, and 23008-12, 9.3).
struct HEIFBoxes<Bytes: RandomAccessCollection> where Bytes.Element == UInt8, Bytes.Index == Int {
    typealias Box = ISOBoxReader.Box

    let bytes: Bytes

    /// More than the tiles of any picture.
    static var maxItems: Int { 1 << 16 }

    /// Returns the boxes of a range. One that extends beyond it is cut.
    func all(in range: Range<Int>) -> [Box] {
        var found: [Box] = []
        var reader = ISOBoxReader(maxBoxes: Self.maxItems)
        var position = range.lowerBound
        while let box = reader.next(
            at: &position, before: range.upperBound,
            reading: { $1 <= bytes.count - $0 ? Array(bytes[$0..<$0 + $1]) : nil })
        {
            found.append(box)
        }
        return found
    }

    /// Returns the content of the first box of a kind; nil if there is none.
    func first(_ kind: String, in range: Range<Int>) -> Range<Int>? {
        all(in: range).first { $0.kind == kind }?.content
    }

    /// Returns the properties of the primary picture; nil if they are missing.
    ///
    /// - Parameters:
    ///   - primary: the content of `pitm`.
    ///   - properties: the content of `iprp`.
    func properties(of primary: Range<Int>, in properties: Range<Int>) -> [Box]? {
        let item = bytes.bigEndian(bytes.bigEndian(1, at: primary.lowerBound) == 0 ? 2 : 4, at: primary.lowerBound + 4)
        guard let item, let list = first("ipco", in: properties).map(all),
            let associations = first("ipma", in: properties)
        else { return nil }
        return propertyIndices(of: item, in: associations)
            .compactMap { list.indices.contains($0 - 1) ? list[$0 - 1] : nil }
    }

    /// Returns whether these properties rotate a picture so that its width and height are swapped (`irot`).
    func swapsAxes(_ properties: [Box]) -> Bool {
        let turns = properties.filter { $0.kind == "irot" }.compactMap { bytes.bigEndian(1, at: $0.content.lowerBound) }
        return !turns.reduce(0, +).isMultiple(of: 2)
    }

    /// Returns the orientation that these properties give a picture: `irot` turns it counterclockwise, then `imir` mirrors it.
    func orientation(_ properties: [Box]) -> Orientation {
        func value(_ kind: String) -> Int? {
            properties.first { $0.kind == kind }.flatMap { bytes.bigEndian(1, at: $0.content.lowerBound) }
        }
        let turns = (value("irot") ?? 0) & 3
        // EXIF's numbers of each turn: plain, mirrored upside down, mirrored left to right.
        let numbers = [[1, 4, 2], [8, 5, 7], [3, 2, 4], [6, 7, 5]][turns]
        return Orientation(exif: numbers[value("imir").map { 1 + $0 & 1 } ?? 0])
    }

    /// Returns the property indices of an item, counted from 1 (ISO/IEC 23008-12, 9.3.1).
    private func propertyIndices(of item: Int, in content: Range<Int>) -> [Int] {
        guard let head = bytes.bigEndian(4, at: content.lowerBound),
            let count = bytes.bigEndian(4, at: content.lowerBound + 4)
        else {
            return []
        }
        let (itemBytes, indexBytes) = (head >> 24 == 0 ? 2 : 4, head & 1 == 0 ? 1 : 2)
        var position = content.lowerBound + 8
        for _ in 0..<min(count, Self.maxItems) {
            guard let found = bytes.bigEndian(itemBytes, at: position),
                let indices = bytes.bigEndian(1, at: position + itemBytes)
            else {
                return []
            }
            position += itemBytes + 1
            if found == item {
                // The highest bit marks the property as essential.
                return (0..<indices).compactMap { bytes.bigEndian(indexBytes, at: position + $0 * indexBytes) }
                    .map { $0 & (1 << (8 * indexBytes - 1) - 1) }
            }
            position += indices * indexBytes
        }
        return []
    }
}

extension HEIFBoxes<UnsafeRawBufferPointer> {
    /// Whether the width and height of a file's primary picture are swapped, which libheif doesn't expose.
    var primarySwapsAxes: Bool {
        // `meta` starts with a version and flags.
        guard let meta = first("meta", in: 0..<bytes.count)?.dropFirst(4), let primary = first("pitm", in: meta),
            let own = first("iprp", in: meta).flatMap({ properties(of: primary, in: $0) })
        else { return false }
        return swapsAxes(own)
    }
}
