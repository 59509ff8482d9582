import Albums
import Basics
import FoundationEssentials

/// Reads the movie box of an ISO base media file or QuickTime file (ISO/IEC 14496-12; QuickTime File Format).
struct ISOMovie {
    private var header = VideoHeader()
    /// The number of units in a second, from the movie header.
    private var timescale: Int?
    private var boxes = ISOBoxReader()

    /// The maximum size of a box that is read as a whole, in bytes.
    private static let maxContentBytes = 64 << 10
    /// The number of boxes after the movie box in which XMP is looked for.
    private static let maxBoxesAfterMovie = 8

    static func header(_ window: inout FileWindow) throws -> VideoHeader {
        var movie = ISOMovie()
        try movie.readFile(&window)
        return movie.header
    }

    private mutating func readFile(_ window: inout FileWindow) throws {
        var position = 0
        var remaining: Int?
        while remaining != 0, let box = try boxes.next(at: &position, before: window.fileSize, in: &window) {
            remaining = remaining.map { $0 - 1 }
            if box.kind == "moov", remaining == nil {
                try readMovie(box.content, &window)
                remaining = Self.maxBoxesAfterMovie
            } else if box.kind == "uuid", header.xmp == nil,
                try bytes(box.content.prefix(16), &window) == Self.xmpIdentifier
            {
                header.xmp = try bytes(box.content.dropFirst(16), maxBytes: XMPPacket.maxBytes, &window)
            }
        }
    }

    /// The UUID of a box with XMP (ISO 16684-3).
    private static let xmpIdentifier: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]

    private mutating func readMovie(_ content: Range<Int>, _ window: inout FileWindow) throws {
        var position = content.lowerBound
        var (maker, model, created): (String?, String?, Date?)
        while let box = try boxes.next(at: &position, before: content.upperBound, in: &window) {
            switch box.kind {
            case "mvhd":
                guard let bytes = try bytes(box.content.prefix(32), &window) else { continue }
                timescale = bytes.bigEndian(4, at: bytes.first == 1 ? 20 : 12)
                header.details.setDuration(duration(bytes))
                created = Self.created(bytes)
            case "mvex": try readFragments(box.content, &window)
            case "trak": try readTrack(box.content, &window)
            case "meta", "udta":
                for (key, text) in try texts(in: box, &window) {
                    switch key {
                    case "make", "©mak": maker = maker ?? text
                    case "model", "©mod": model = model ?? text
                    default: add(text, for: key)
                    }
                }
            default: break
            }
        }
        header.details.camera = CameraName.joined(maker: maker, model: model)
        // A moment in UTC, unlike `creationdate`, which has the local time.
        if header.details.taken.map({ isStart($0, of: header.details.takenPrecision, with: created) }) ?? true {
            header.details.setTaken(created, zone: 0, source: .movieHeader)
        }
    }

    /// Whether a date with a precision is the start of the year, month or day of a moment.
    private func isStart(_ date: Date, of precision: DatePrecision, with moment: Date?) -> Bool {
        let days: [DatePrecision: Double] = [.year: 366, .month: 31, .day: 1]
        guard let moment, let count = days[precision] else { return false }
        return (date..<date + 86400 * count).contains(moment)
    }

    private mutating func add(_ text: String, for key: String) {
        switch key {
        case "creationdate", "©day", "date":
            if let time = LocalTime(text: text), header.details.taken == nil || key == "creationdate" {
                header.details.setTaken(time)
            }
        case "location.ISO6709", "©xyz":
            if header.details.coordinate == nil { header.details.setCoordinate(Address.Coordinate(iso6709: text)) }
        case "content.identifier": header.details.contentIdentifier = text
        case "title", "©nam": header.details.title = header.details.title ?? text
        case "description", "©des": header.details.description = header.details.description ?? text
        case "author", "artist", "©ART": header.details.author = header.details.author ?? text
        default: break
        }
    }

    // MARK: Length

    /// Returns the length in seconds from a movie header (8.2.2); nil if it is unknown.
    private func duration(_ movieHeader: [UInt8]) -> Double? {
        let isLong = movieHeader.first == 1
        guard let timescale,
            let count = movieHeader.bigEndian(isLong ? 8 : 4, at: isLong ? 24 : 16),
            isLong || count != UInt32.max
        else { return nil }
        return Double(count) / Double(timescale)
    }

    private static func created(_ movieHeader: [UInt8]) -> Date? {
        guard let seconds = movieHeader.bigEndian(movieHeader.first == 1 ? 8 : 4, at: 4) else { return nil }
        // Counted from 1904, or by some programs from 1970. Cameras without a clock write the start of either.
        let since1904 = Count(seconds).value
        let unix = since1904 - 2_082_844_800
        if unix < 0, since1904 > Self.firstDigitalVideo { return Timestamp(seconds: since1904)?.date }
        return unix > 0 ? Timestamp(seconds: unix)?.date : nil
    }

    /// The start of 1980, counted from 1970.
    private static let firstDigitalVideo = 315_532_800

    /// Reads the length of a fragmented file (8.8.2), in units of the movie header.
    private mutating func readFragments(_ content: Range<Int>, _ window: inout FileWindow) throws {
        guard header.details.duration == nil else { return }
        var position = content.lowerBound
        while let box = try boxes.next(at: &position, before: content.upperBound, in: &window) {
            guard box.kind == "mehd", let bytes = try bytes(box.content.prefix(12), &window),
                let count = bytes.bigEndian(bytes.first == 1 ? 8 : 4, at: 4), let timescale
            else { continue }
            header.details.setDuration(Double(count) / Double(timescale))
        }
    }

    // MARK: Size

    /// Takes the size from the first track with pictures.
    private mutating func readTrack(_ content: Range<Int>, _ window: inout FileWindow) throws {
        guard header.size == nil else { return }
        var (size, isVideo): (PixelSize?, Bool) = (nil, false)
        var position = content.lowerBound
        while let box = try boxes.next(at: &position, before: content.upperBound, in: &window) {
            if box.kind == "tkhd" {
                size = try bytes(box.content.prefix(96), &window).flatMap(Self.size)
            } else if box.kind == "mdia" {
                var inner = box.content.lowerBound
                while let box = try boxes.next(at: &inner, before: box.content.upperBound, in: &window) {
                    guard box.kind == "hdlr", let bytes = try bytes(box.content.prefix(12), &window) else { continue }
                    isVideo = isVideo || bytes.dropFirst(8).elementsEqual("vide".utf8)
                }
            }
        }
        if isVideo { header.size = size }
    }

    /// Returns the upright size from a track header (8.3.2), which has fixed-point numbers and a matrix.
    private static func size(_ trackHeader: [UInt8]) -> PixelSize? {
        let matrix = trackHeader.first == 1 ? 52 : 40
        func number(_ index: Int) -> Int? { trackHeader.bigEndian(4, at: matrix + 4 * index) }
        guard let (a, b) = number(0).flatMap({ a in number(1).map { (a, $0) } }),
            let width = number(9).flatMap({ Side(($0 + 0x8000) >> 16) }),
            let height = number(10).flatMap({ Side(($0 + 0x8000) >> 16) })
        else { return nil }
        // A quarter turn.
        let swapsAxes = a == 0 && b != 0
        return PixelSize(width: swapsAxes ? height : width, height: swapsAxes ? width : height)
    }

    // MARK: Texts

    /// Returns the texts of user data, or of a list with keys, without the prefix of QuickTime's keys.
    private mutating func texts(
        in parent: ISOBoxReader.Box, _ window: inout FileWindow
    ) throws -> [(key: String, text: String)] {
        var found: [(key: String, text: String)] = []
        var (keys, list): ([String], ISOBoxReader.Box?) = ([], nil)
        var position = parent.content.lowerBound
        // `meta` starts with a version and flags in ISO files, and not in QuickTime files.
        if parent.kind == "meta", try bytes(parent.content.prefix(4), &window) == [0, 0, 0, 0] { position += 4 }
        while let box = try boxes.next(at: &position, before: parent.content.upperBound, in: &window) {
            switch box.kind {
            case "keys": keys = try bytes(box.content, maxBytes: Self.maxContentBytes, &window).map(Self.keys) ?? []
            case "ilst": list = box
            case "meta" where parent.kind == "udta": found += try texts(in: box, &window)
            case _ where box.kind.hasPrefix("©"):
                // Each text follows its length and its language.
                guard let bytes = try bytes(box.content, maxBytes: Self.maxContentBytes, &window),
                    let count = bytes.bigEndian(2, at: 0),
                    let text = Array(bytes.dropFirst(4).prefix(count)).headerText
                else { continue }
                found.append((box.kind, text))
            case "date" where parent.kind == "udta":
                // The text may have a header.
                guard let bytes = try bytes(box.content, maxBytes: Self.maxContentBytes, &window),
                    let start = bytes.firstIndex(where: { (0x30...0x39).contains($0) }),
                    let text = Array(bytes[start...]).headerText
                else { continue }
                found.append((box.kind, text))
            default: break
            }
        }
        guard let list else { return found }
        var inList = list.content.lowerBound
        while let item = try boxes.next(at: &inList, before: list.content.upperBound, in: &window) {
            // With keys, the kind is the number of the key.
            let index = item.kind.unicodeScalars.reduce(0) { $0 << 8 | Int($1.value & 0xFF) } - 1
            let key = keys.isEmpty ? item.kind : keys.indices.contains(index) ? keys[index] : ""
            var inItem = item.content.lowerBound
            guard Self.knownKeys.contains(key),
                let data = try boxes.next(at: &inItem, before: item.content.upperBound, in: &window),
                data.kind == "data",
                // The type and the language come first.
                let text = try bytes(data.content, maxBytes: Self.maxContentBytes, &window)?.dropFirst(8)
            else { continue }
            if let text = Array(text).headerText { found.append((key, text)) }
        }
        return found
    }

    private static let knownKeys: Set<String> = [
        "creationdate", "content.identifier", "location.ISO6709", "make", "model", "title", "description", "author",
        "artist", "©nam",
        "©day", "©xyz", "©ART", "©des", "©mak", "©mod",
    ]

    /// Returns the keys of a list: each has its length, a namespace and a name.
    private static func keys(_ content: [UInt8]) -> [String] {
        var keys: [String] = []
        var position = 8
        while let length = content.bigEndian(4, at: position), length >= 8,
            length <= content.count - position
        {
            let name = String(decoding: content[position + 8..<position + length], as: UTF8.self)
            let prefix = "com.apple.quicktime."
            keys.append(name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name)
            position += length
        }
        return keys
    }

    /// Returns the bytes of a range; nil if it is too long, or beyond the end of the file.
    private func bytes(
        _ range: Range<Int>, maxBytes: Int = ISOMovie.maxContentBytes, _ window: inout FileWindow
    ) throws -> [UInt8]? {
        range.count <= maxBytes ? try window.bytes(at: range.lowerBound, range.count) : nil
    }
}
