import Basics
import FoundationEssentials

/// Reads the header of a Matroska or WebM file (RFC 8794, RFC 9559).
struct MatroskaMovie {
    private struct Element {
        let id: UInt32
        let content: Range<Int>
    }

    private var header = VideoHeader()
    private var elementCount = 0

    private static let maxElements = 4096

    /// The elements that are read.
    private enum ID {
        static let head: UInt32 = 0x1A45_DFA3
        static let segment: UInt32 = 0x1853_8067
        static let info: UInt32 = 0x1549_A966
        static let timestampScale: UInt32 = 0x2AD7B1
        static let duration: UInt32 = 0x4489
        static let date: UInt32 = 0x4461
        static let title: UInt32 = 0x7BA9
        static let tracks: UInt32 = 0x1654_AE6B
        static let track: UInt32 = 0xAE
        static let video: UInt32 = 0xE0
        static let width: UInt32 = 0xB0
        static let height: UInt32 = 0xBA
        static let displayWidth: UInt32 = 0x54B0
        static let displayHeight: UInt32 = 0x54BA
        static let displayUnit: UInt32 = 0x54B2
    }

    static func header(_ window: inout FileWindow, fileBytes: Int) throws -> VideoHeader {
        var movie = MatroskaMovie()
        var position = 0
        while let element = try movie.next(at: &position, before: fileBytes, &window) {
            guard element.id == ID.segment else { continue }
            try movie.readSegment(element.content, &window)
            break
        }
        return movie.header
    }

    private mutating func readSegment(_ content: Range<Int>, _ window: inout FileWindow) throws {
        var position = content.lowerBound
        var (hasInfo, hasTracks) = (false, false)
        while !hasInfo || !hasTracks, let element = try next(at: &position, before: content.upperBound, &window) {
            switch element.id {
            case ID.info:
                hasInfo = true
                try readInfo(element.content, &window)
            case ID.tracks:
                hasTracks = true
                try readTracks(element.content, &window)
            default: break
            }
        }
    }

    private mutating func readInfo(_ content: Range<Int>, _ window: inout FileWindow) throws {
        // In nanoseconds.
        var scale = 1e6
        var duration: Double?
        var position = content.lowerBound
        while let element = try next(at: &position, before: content.upperBound, &window) {
            switch element.id {
            case ID.timestampScale: scale = try number(element, &window).map { Double($0) } ?? scale
            case ID.duration:
                let bits = try number(element, &window)
                duration = bits.map {
                    element.content.count == 4
                        ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) : Double(bitPattern: $0)
                }
            case ID.date:
                // In nanoseconds since 2001.
                let date = try number(element, &window).flatMap {
                    Timestamp(seconds: Int(Int64(bitPattern: $0) / 1_000_000_000) + 978_307_200)?.date
                }
                header.details.setTaken(date, zone: 0, source: .movieHeader)
            case ID.title:
                header.details.title = try window.bytes(
                    at: element.content.lowerBound, min(element.content.count, 4 * MetadataLimits.maxNameScalars))?
                    .headerText
            default: break
            }
        }
        header.details.setDuration(duration.map { $0 * scale / 1e9 })
    }

    /// Takes the size from the first track with pictures.
    private mutating func readTracks(_ content: Range<Int>, _ window: inout FileWindow) throws {
        var position = content.lowerBound
        while header.size == nil, let track = try next(at: &position, before: content.upperBound, &window) {
            guard track.id == ID.track else { continue }
            var inTrack = track.content.lowerBound
            while let element = try next(at: &inTrack, before: track.content.upperBound, &window) {
                if element.id == ID.video { header.size = try size(element.content, &window) }
            }
        }
    }

    private mutating func size(_ video: Range<Int>, _ window: inout FileWindow) throws -> PixelSize? {
        var values: [UInt32: UInt64] = [:]
        var position = video.lowerBound
        while let element = try next(at: &position, before: video.upperBound, &window) {
            guard [ID.width, ID.height, ID.displayWidth, ID.displayHeight, ID.displayUnit].contains(element.id) else {
                continue
            }
            values[element.id] = try number(element, &window)
        }
        func size(_ width: UInt32, _ height: UInt32) -> PixelSize? {
            PixelSize(width: values[width].flatMap { Side($0) }, height: values[height].flatMap { Side($0) })
        }
        // Other units are those of a ratio, or of a length.
        let shown = values[ID.displayUnit] ?? 0 == 0 ? size(ID.displayWidth, ID.displayHeight) : nil
        return shown ?? size(ID.width, ID.height)
    }

    // MARK: Elements

    /// Returns the element at a position and moves to the next; nil at the end of the range, or after too many elements.
    /// An element that extends beyond the end is cut, and so is one of unknown size.
    private mutating func next(
        at position: inout Int, before end: Int, _ window: inout FileWindow
    ) throws -> Element? {
        elementCount += 1
        guard elementCount <= Self.maxElements,
            let id = try integer(at: position, before: end, keepsMark: true, &window), id.count <= 4,
            let size = try integer(at: position + id.count, before: end, keepsMark: false, &window)
        else { return nil }
        let start = position + id.count + size.count
        let isOpen = size.value == 1 << (7 * UInt64(size.count)) - 1
        position = isOpen ? end : min(end, (Count(start) + Count(size.value)).value)
        return Element(id: UInt32(truncatingIfNeeded: id.value), content: start..<position)
    }

    /// Reads an integer of variable size (RFC 8794, 4): the zeros before the first one count its further bytes.
    private func integer(
        at position: Int, before end: Int, keepsMark: Bool, _ window: inout FileWindow
    ) throws -> (value: UInt64, count: Int)? {
        guard position < end, let first = try window.bytes(at: position, 1)?.first, first != 0 else { return nil }
        let count = first.leadingZeroBitCount + 1
        guard count <= end - position, let value = try window.bytes(at: position, count)?.bigEndian(count, at: 0) else {
            return nil
        }
        return (keepsMark ? value : value & (1 << (7 * UInt64(count)) - 1), count)
    }

    /// Reads the content of an element of up to eight bytes.
    private func number(_ element: Element, _ window: inout FileWindow) throws -> UInt64? {
        guard element.content.count <= 8 else { return nil }
        return try window.bytes(at: element.content.lowerBound, element.content.count)?
            .bigEndian(element.content.count, at: 0)
    }
}
