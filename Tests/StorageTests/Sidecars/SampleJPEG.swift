/// A JPEG of segments and invented pixels.
struct SampleJPEG {
    var segments: [[UInt8]] = [app(0, "JFIF\0", count: 9)]
    var packet: String?
    /// The index of the packet's segment among the others.
    var packetIndex = 1
    /// Two scans, with stuffed bytes, a restart marker and fill bytes in and between them.
    var pixels: [UInt8] =
        [0xFF, 0xDA, 0, 4, 1, 2, 7, 0xFF, 0, 8, 0xFF, 0xD0, 9, 0xFF, 0xFF, 0xC4, 0, 3, 5]
        + [0xFF, 0xDA, 0, 4, 1, 2] + (0..<2000).map { UInt8($0 % 251) } + [0xFF, 0xD9]
    var trailer: [UInt8] = []

    static let mark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    /// Returns an application segment with a text, filled up to `count` bytes.
    static func app(_ number: UInt8, _ text: String, count: Int = 0) -> [UInt8] {
        app(number, Array(text.utf8) + [UInt8](repeating: 0, count: max(0, count - text.utf8.count)))
    }

    static func app(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, 0xE0 + number, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    /// EXIF with a TIFF structure of 100 bytes, with numbers somewhere in it.
    static func exif(numbers: [Int] = []) -> [UInt8] {
        let data = numbers.flatMap { number in bytes(number, isBigEndian: false) }
        return app(
            1, Array("Exif\0\0II*\0".utf8) + [1, 2, 3] + data + [UInt8](repeating: 1, count: 93 - data.count))
    }

    /// EXIF with the ratings of Windows; without those that are nil.
    static func exif(stars: Int?, percent: Int?, isBigEndian: Bool = true) -> [UInt8] {
        func number(_ number: Int, _ count: Int = 2) -> [UInt8] {
            let bytes = bytes(number, isBigEndian: true).suffix(count)
            return isBigEndian ? Array(bytes) : bytes.reversed()
        }
        var entries: [[UInt8]] = []
        for case (let tag, let value?) in [(0x0112, 1), (0x4746, stars), (0x4749, percent)] as [(Int, Int?)] {
            entries.append(number(tag) + number(3) + number(1, 4) + number(value) + [0, 0])
        }
        let head = Array((isBigEndian ? "Exif\0\0MM\0*" : "Exif\0\0II*\0").utf8) + number(8, 4)
        return app(1, head + number(entries.count) + entries.joined() + number(0, 4))
    }

    /// The index of the Multi-Picture Format with two pictures. Its offsets count from the 8th byte of the segment.
    static func multiPicture(firstSize: Int, offset: Int, size: Int, isBigEndian: Bool = true) -> [UInt8] {
        func number(_ number: Int, _ count: Int = 4) -> [UInt8] {
            let bytes = bytes(number, isBigEndian: true).suffix(count)
            return isBigEndian ? Array(bytes) : bytes.reversed()
        }
        let head = isBigEndian ? Array("MPF\0MM\0*".utf8) : Array("MPF\0II*\0".utf8)
        let entries =
            number(0x20030000) + number(firstSize) + number(0) + number(0) + number(0) + number(size) + number(offset)
            + number(0)
        let entryField = number(0xB002, 2) + number(7, 2) + number(32) + number(26)
        return app(2, head + number(8) + number(1, 2) + entryField + number(0) + entries)
    }

    static func bytes(_ number: Int, isBigEndian: Bool) -> [UInt8] {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        return isBigEndian ? bytes : bytes.reversed()
    }

    private var allSegments: [[UInt8]] {
        var all = segments
        if let packet { all.insert(Self.app(1, Self.mark + packet.utf8), at: min(packetIndex, all.count)) }
        return all
    }

    /// The offset after the end marker.
    var end: Int { 2 + allSegments.reduce(0) { $0 + $1.count } + pixels.count }

    /// The offset of a segment in the file.
    func offset(ofSegment index: Int) -> Int { 2 + allSegments[..<index].reduce(0) { $0 + $1.count } }

    var file: [UInt8] { [0xFF, 0xD8] + allSegments.flatMap { $0 } + pixels + trailer }
}
