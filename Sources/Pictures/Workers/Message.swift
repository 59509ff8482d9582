import Albums
import Basics
import FoundationEssentials

/// Writes the fields of a message between the program and a worker.
///
/// JSON would double the overhead that a worker adds to a small picture.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: Int) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ value: Double) {
        withUnsafeBytes(of: value.bitPattern) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ flag: Bool) {
        bytes.append(flag ? 1 : 0)
    }

    mutating func write(_ text: String) {
        write(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write<Value>(_ value: Value?, _ write: (inout MessageWriter, Value) -> Void) {
        self.write(value != nil)
        if let value { write(&self, value) }
    }

    mutating func write(_ size: PixelSize) {
        write(size.width)
        write(size.height)
    }

    mutating func write(_ region: PixelRegion) {
        write(region.x)
        write(region.y)
        write(region.size)
    }
}

/// Reads the fields of a message. The program doesn't trust a worker that reads pictures from anywhere: every length and
/// every number is checked.
struct MessageReader {
    /// A message that doesn't follow the format.
    struct Malformed: Error {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest.count else { throw Malformed() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private mutating func word() throws -> UInt64 {
        try take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func integer(in range: ClosedRange<Int> = .min ... .max) throws -> Int {
        let value = Int(bitPattern: UInt(try word()))
        guard range.contains(value) else { throw Malformed() }
        return value
    }

    /// Reads a finite number.
    mutating func number() throws -> Double {
        let value = Double(bitPattern: try word())
        guard value.isFinite else { throw Malformed() }
        return value
    }

    mutating func flag() throws -> Bool {
        try take(1).first == 1
    }

    /// Reads a text from the program without shortening it, because it is meaningless in part.
    mutating func exactText() throws -> String {
        String(decoding: try take(integer(in: 0...Self.maxTextBytes)), as: UTF8.self)
    }

    mutating func text() throws -> String {
        let bytes = try take(integer(in: 0...Self.maxTextBytes))
        return BoundedText(String(decoding: bytes, as: UTF8.self)).text
    }

    mutating func optional<Value>(_ read: (inout MessageReader) throws -> Value) throws -> Value? {
        try flag() ? read(&self) : nil
    }

    mutating func list<Value>(_ read: (inout MessageReader) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        for _ in 0..<(try integer(in: 0...Self.maxCount)) { values.append(try read(&self)) }
        return values
    }

    mutating func count() throws -> Int {
        Count(try integer()).value
    }

    /// Reads the size of a picture.
    mutating func size() throws -> PixelSize {
        guard let size = PixelSize(width: Side(try integer()), height: Side(try integer())) else { throw Malformed() }
        return size
    }

    /// Reads a region within a picture.
    mutating func region(in picture: PixelSize) throws -> PixelRegion {
        let (x, y) = (try integer(in: 0...Side.range.upperBound), try integer(in: 0...Side.range.upperBound))
        let size = try size()
        let region = PixelRegion(x: x, y: y, width: size.width, height: size.height)
        guard PixelRegion(all: picture).contains(region) else { throw Malformed() }
        return region
    }

    private static let maxTextBytes = 16 << 10
    private static let maxCount = 1000
}

extension MessageWriter {
    /// Writes a text, cut to the length that the reader accepts.
    fileprivate mutating func writeCut(_ text: String) {
        write(BoundedText(text).text)
    }

    mutating func write(_ details: PhotoDetails) {
        write(details.title) { $0.writeCut($1) }
        write(details.headline) { $0.writeCut($1) }
        write(details.description) { $0.writeCut($1) }
        write(details.author) { $0.writeCut($1) }
        for texts in [details.tags, details.people] {
            let texts = BoundedText.list(texts)
            write(texts.count)
            for text in texts { write(text) }
        }
        write(details.label) { $0.writeCut($1) }
        write(details.rating) { $0.write($1) }
        write(details.starsBeforeRejection) { $0.write($1) }
        write(details.isPicked) { $0.write($1 ? 1 : 0) }
        write(details.taken?.timeIntervalSince1970) { $0.write($1) }
        write(details.takenZone) { $0.write($1) }
        write(details.takenSource?.rawValue) { $0.write($1) }
        write(details.takenPrecision.rawValue)
        write(details.camera) { $0.writeCut($1) }
        write(details.serialNumber) { $0.writeCut($1) }
        write(details.contentIdentifier) { $0.writeCut($1) }
        write(details.lens) { $0.writeCut($1) }
        write(details.exposure.time) { $0.write($1) }
        write(details.exposure.aperture) { $0.write($1) }
        write(details.exposure.iso) { $0.write($1) }
        write(details.exposure.focalLength) { $0.write($1) }
        write(details.focus) { writer, focus in
            for number in [focus.x, focus.y] { writer.write(number) }
        }
        write(details.locationName) { $0.writeCut($1) }
        write(details.coordinate) {
            $0.write($1.latitude)
            $0.write($1.longitude)
        }
        write(details.duration) { $0.write($1) }
        write(details.frameCount) { $0.write($1) }
        write(details.missingPackage) { $0.writeCut($1) }
    }

    mutating func write(_ library: SystemLibrary) {
        writeCut(library.name)
        switch library.state {
        case .found(let version):
            write(0)
            writeCut(version)
        case .missing(let version, let package):
            write(1)
            writeCut(version)
            writeCut(package)
        case .withoutDecoder(let format, let package):
            write(2)
            writeCut(format)
            writeCut(package)
        }
    }

    /// Writes a failure that decoding can end with.
    mutating func write(_ failure: PictureFailure) {
        switch failure {
        case .unreadable(let reason):
            write(0)
            writeCut(reason)
        case .empty: write(1)
        case .unknownFormat: write(2)
        case .unsupportedFormat(let name):
            write(3)
            writeCut(name)
        case .damaged(let format):
            write(4)
            writeCut(format)
        case .tooLarge(let width, let height):
            write(5)
            write(width)
            write(height)
        case .fileTooLarge(let maxBytes):
            write(6)
            write(maxBytes)
        case .tookTooLong: write(7)
        case .neededTooMuchMemory: write(8)
        case .missingLibrary(let format, let package):
            write(9)
            writeCut(format)
            writeCut(package)
        default:
            write(0)
            writeCut("\(failure)")
        }
    }
}

extension MessageReader {
    mutating func details() throws -> PhotoDetails {
        var details = PhotoDetails()
        details.title = try optional { try $0.text() }
        details.headline = try optional { try $0.text() }
        details.description = try optional { try $0.text() }
        details.author = try optional { try $0.text() }
        details.tags = try list { try $0.text() }
        details.people = try list { try $0.text() }
        details.label = try optional { try $0.text() }
        let rating = try optional { Double(try $0.integer()) }
        details.setRating(rating, starsBefore: try optional { try $0.integer() })
        details.isPicked = try optional { try $0.integer() != 0 }
        let taken = try optional { Timestamp(Date(timeIntervalSince1970: try $0.number()))?.date } ?? nil
        let zone = try optional { try $0.integer() }
        let source = try optional { TakenSource(rawValue: try $0.integer()) } ?? nil
        let precision = DatePrecision(rawValue: try integer()) ?? .second
        details.setTaken(taken, zone: zone, source: source, precision: precision)
        details.camera = try optional { try $0.text() }
        details.serialNumber = try optional { try $0.text() }
        details.contentIdentifier = try optional { try $0.text() }
        details.lens = try optional { try $0.text() }
        details.exposure = Exposure(
            time: try optional { try $0.number() }, aperture: try optional { try $0.number() },
            iso: try optional { try $0.integer() }, focalLength: try optional { try $0.number() })
        details.focus = try optional { FocusPoint(x: try $0.number(), y: try $0.number()) } ?? nil
        details.locationName = try optional { try $0.text() }
        details.setCoordinate(
            try optional {
                Address.Coordinate(latitude: try $0.number(), longitude: try $0.number())
            } ?? nil)
        details.setDuration(try optional { try $0.number() })
        details.setFrameCount(try optional { try $0.integer() })
        details.missingPackage = try optional { try $0.text() }
        return details
    }

    mutating func library() throws -> SystemLibrary {
        let name = try text()
        let state: SystemLibrary.State =
            switch try integer() {
            case 0: .found(version: try text())
            case 1: .missing(version: try text(), package: try text())
            case 2: .withoutDecoder(format: try text(), package: try text())
            default: throw Malformed()
            }
        return SystemLibrary(name: name, state)
    }

    mutating func failure() throws -> PictureFailure {
        switch try integer() {
        case 0: .unreadable(reason: try text())
        case 1: .empty
        case 2: .unknownFormat
        case 3: .unsupportedFormat(try text())
        case 4: .damaged(format: try text())
        case 5: .tooLarge(width: try count(), height: try count())
        case 6: .fileTooLarge(maxBytes: try count())
        case 7: .tookTooLong
        case 8: .neededTooMuchMemory
        case 9: .missingLibrary(format: try text(), package: try text())
        default: throw Malformed()
        }
    }
}
