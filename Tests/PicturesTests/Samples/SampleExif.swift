/// Encodes big-endian EXIF blocks, starting at the TIFF header.
struct SampleExif {
    /// The value of a tag.
    enum Value {
        case text(String)
        case bytes([UInt8])
        case undefined([UInt8])
        case short(Int)
        case long(Int)
        case shorts([Int])
        case longs([Int])
        case rationals([(Int, Int)])
        case signedRationals([(Int, Int)])
        /// Some bytes, then a directory. Its offsets count from a position in those bytes, or else in the whole block.
        case note([UInt8], [UInt16: Value], from: Int?)
        case directory([UInt16: Value])
    }

    /// - Parameters:
    ///   - thumbnail: the encoded thumbnail.
    ///   - thumbnailTags: the tags of its directory besides its place, or instead of it.
    static func encode(
        _ main: [UInt16: Value], thumbnail: [UInt8]? = nil, thumbnailTags: [UInt16: Value] = [:]
    ) -> [UInt8] {
        var bytes = Array("MM".utf8)
        bytes.append(big: 42, bytes: 2)
        bytes.append(big: 8, bytes: 4)
        guard let thumbnail else { return bytes + directory(main, at: 8) }
        let start = 8 + directory(main, at: 8).count
        func second(_ offset: Int) -> [UInt8] {
            let place: [UInt16: Value] = [0x0201: .long(offset), 0x0202: .long(thumbnail.count)]
            return directory(place.merging(thumbnailTags) { $1 }, at: start)
        }
        return bytes + directory(main, at: 8, next: start) + second(start + second(0).count) + thumbnail
    }

    /// The EXIF of a photo taken in Northport.
    static let camera = encode([
        0x010E: .text("  A lighthouse "), 0x010F: .text("NIKON CORPORATION"), 0x0110: .text("NIKON D3100"),
        0x013B: .text("Mira Hölt"),
        0x8769: .directory([
            0x829A: .rationals([(1, 500)]), 0x829D: .rationals([(56, 10)]), 0x8827: .short(200),
            0x9003: .text("2015:04:10 12:03:09"), 0x920A: .rationals([(24, 1)]), 0xA434: .text("18-55 mm"),
        ]),
        0x8825: .directory([
            1: .text("S"), 2: .rationals([(37, 1), (18, 1), (5724, 100)]), 3: .text("E"),
            4: .rationals([(81, 1), (8, 1), (5856, 100)]),
        ]),
    ])

    /// Returns a directory followed by the values that do not fit into its entries.
    private static func directory(_ tags: [UInt16: Value], at start: Int, next: Int = 0) -> [UInt8] {
        var entries: [UInt8] = []
        var behind: [UInt8] = []
        entries.append(big: tags.count, bytes: 2)
        let behindStart = start + 2 + 12 * tags.count + 4
        for (tag, value) in tags.sorted(by: { $0.key < $1.key }) {
            let offset = behindStart + behind.count
            let (type, count, content) = stored(value, at: offset)
            entries.append(big: Int(tag), bytes: 2)
            entries.append(big: type, bytes: 2)
            entries.append(big: count, bytes: 4)
            if content.count > 4 {
                entries.append(big: offset, bytes: 4)
                behind += content
            } else {
                entries += content + [UInt8](repeating: 0, count: 4 - content.count)
            }
        }
        entries.append(big: next, bytes: 4)
        return entries + behind
    }

    private static func stored(_ value: Value, at offset: Int) -> (type: Int, count: Int, content: [UInt8]) {
        switch value {
        case .text(let text):
            return (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .bytes(let bytes):
            return (1, bytes.count, bytes)
        case .undefined(let bytes):
            return (7, bytes.count, bytes)
        case .short(let number):
            return (3, 1, [UInt8(number >> 8), UInt8(number & 0xFF)])
        case .long(let number):
            var content: [UInt8] = []
            content.append(big: number, bytes: 4)
            return (4, 1, content)
        case .shorts(let numbers):
            var content: [UInt8] = []
            for number in numbers { content.append(big: number & 0xFFFF, bytes: 2) }
            return (3, numbers.count, content)
        case .longs(let numbers):
            var content: [UInt8] = []
            for number in numbers { content.append(big: number, bytes: 4) }
            return (4, numbers.count, content)
        case .signedRationals(let numbers):
            let (_, count, content) = stored(
                .rationals(numbers.map { ($0 & 0xFFFF_FFFF, $1 & 0xFFFF_FFFF) }), at: offset)
            return (10, count, content)
        case .note(let start, let tags, let base):
            let content = start + directory(tags, at: base.map { start.count - $0 } ?? offset + start.count)
            return (7, content.count, content)
        case .rationals(let numbers):
            var content: [UInt8] = []
            for (numerator, denominator) in numbers {
                content.append(big: numerator, bytes: 4)
                content.append(big: denominator, bytes: 4)
            }
            return (5, numbers.count, content)
        case .directory(let tags):
            return (4, 1, directory(tags, at: offset))
        }
    }
}
