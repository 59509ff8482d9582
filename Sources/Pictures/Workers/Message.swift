import Albums
import Basics
import FoundationEssentials

/// A value in a message between the program and a worker.
///
/// The program doesn't trust a worker that reads pictures from anywhere: each initializer checks lengths and numbers. With
/// `Codable` and JSON of FoundationEssentials, a tile of 160 × 120 pixels would take twice as long, and synthesized
/// initializers would check nothing.
protocol MessageValue {
    init(from message: inout MessageReader) throws
    func write(to message: inout MessageWriter)
}

/// Writes the values of a message.
struct MessageWriter {
    fileprivate(set) var bytes: [UInt8] = []

    mutating func write<each Value: MessageValue>(_ values: repeat each Value) {
        repeat (each values).write(to: &self)
    }
}

/// Reads the values of a message.
struct MessageReader {
    /// A message that doesn't follow the format.
    struct Malformed: Error {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    fileprivate mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest.count else { throw Malformed() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func read<each Value: MessageValue>() throws -> (repeat each Value) {
        (repeat try (each Value)(from: &self))
    }

    mutating func integer(in range: ClosedRange<Int> = .min ... .max) throws -> Int {
        let value = try Int(from: &self)
        guard range.contains(value) else { throw Malformed() }
        return value
    }

    mutating func count() throws -> Int {
        Count(try integer()).value
    }
}

/// A whole message.
protocol Message: MessageValue {}

extension Message {
    var message: [UInt8] {
        var writer = MessageWriter()
        write(to: &writer)
        return writer.bytes
    }

    init(_ message: [UInt8]) throws {
        var reader = MessageReader(message)
        try self.init(from: &reader)
    }
}

extension Int: MessageValue {
    init(from message: inout MessageReader) throws {
        self = try message.take(MemoryLayout<Int>.size).withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
    }

    func write(to message: inout MessageWriter) {
        withUnsafeBytes(of: self) { message.bytes.append(contentsOf: $0) }
    }
}

/// A finite number.
extension Double: MessageValue {
    init(from message: inout MessageReader) throws {
        self.init(bitPattern: UInt64(bitPattern: Int64(try message.integer())))
        guard isFinite else { throw MessageReader.Malformed() }
    }

    func write(to message: inout MessageWriter) {
        message.write(Int(Int64(bitPattern: bitPattern)))
    }
}

extension Bool: MessageValue {
    init(from message: inout MessageReader) throws {
        self = try message.take(1).first == 1
    }

    func write(to message: inout MessageWriter) {
        message.bytes.append(self ? 1 : 0)
    }
}

/// A text that means something only if it is whole.
struct ExactText: MessageValue {
    let text: String

    private static let maxBytes = 16 << 10

    init(_ text: String) {
        self.text = text
    }

    init(from message: inout MessageReader) throws {
        text = String(decoding: try message.take(try message.integer(in: 0...Self.maxBytes)), as: UTF8.self)
    }

    func write(to message: inout MessageWriter) {
        message.write(text.utf8.count)
        message.bytes.append(contentsOf: text.utf8)
    }
}

/// A text that is cut.
extension String: MessageValue {
    init(from message: inout MessageReader) throws {
        self = try ExactText(from: &message).text.bounded
    }

    func write(to message: inout MessageWriter) {
        message.write(ExactText(bounded))
    }
}

extension Optional: MessageValue where Wrapped: MessageValue {
    init(from message: inout MessageReader) throws {
        self = try Bool(from: &message) ? Wrapped(from: &message) : nil
    }

    func write(to message: inout MessageWriter) {
        message.write(self != nil)
        if let self { message.write(self) }
    }
}

/// Up to 1,000 elements.
extension Array: MessageValue where Element: MessageValue {
    init(from message: inout MessageReader) throws {
        self = try (0..<message.integer(in: 0...1000)).map { _ in try Element(from: &message) }
    }

    func write(to message: inout MessageWriter) {
        message.write(count)
        for element in self { message.write(element) }
    }
}

/// Up to a day.
extension Duration: MessageValue {
    init(from message: inout MessageReader) throws {
        self.init(
            secondsComponent: Int64(try message.integer(in: 0...86_400)),
            attosecondsComponent: Int64(try message.integer(in: 0...999_999_999_999_999_999)))
    }

    func write(to message: inout MessageWriter) {
        message.write(Int(components.seconds), Int(components.attoseconds))
    }
}

extension PixelSize: MessageValue {
    init(from message: inout MessageReader) throws {
        let (width, height): (Int, Int) = try message.read()
        guard let size = PixelSize(width: Side(width), height: Side(height)) else { throw MessageReader.Malformed() }
        self = size
    }

    func write(to message: inout MessageWriter) {
        message.write(width, height)
    }
}

extension AverageColor: MessageValue {
    init(from message: inout MessageReader) throws {
        guard let color = AverageColor(number: try message.integer()) else { throw MessageReader.Malformed() }
        self = color
    }

    func write(to message: inout MessageWriter) {
        message.write(Int(number))
    }
}

extension PhotoDetails: MessageValue {
    init(from message: inout MessageReader) throws {
        self.init()
        (title, headline, description, author, tags, people, label, isPicked) = try message.read()
        (camera, serialNumber, contentIdentifier, lens, locationName, missingPackage) = try message.read()
        (copyright, city) = try message.read()
        let (rating, stars, seconds, zone, source, precision): (Int?, Int?, Double?, Int?, Int?, Int) =
            try message.read()
        setRating(rating.map(Double.init), starsBefore: stars)
        setTaken(
            seconds.flatMap { Timestamp(Date(timeIntervalSince1970: $0))?.date }, zone: zone,
            source: source.flatMap(TakenSource.init), precision: DatePrecision(rawValue: precision) ?? .second)
        exposure = Exposure(
            time: try message.read(), aperture: try message.read(), iso: try message.read(),
            focalLength: try message.read())
        let (x, y, latitude, longitude): (Double?, Double?, Double?, Double?) = try message.read()
        if let x, let y { focus = FocusPoint(x: x, y: y) }
        if let latitude, let longitude {
            setCoordinate(Address.Coordinate(latitude: latitude, longitude: longitude))
        }
        setDuration(try message.read())
        setFrameCount(try message.read())
        setOrientation(try message.read())
    }

    func write(to message: inout MessageWriter) {
        message.write(
            title, headline, description, author, BoundedText.list(tags), BoundedText.list(people), label, isPicked)
        message.write(camera, serialNumber, contentIdentifier, lens, locationName, missingPackage)
        message.write(copyright, city)
        message.write(rating, starsBeforeRejection)
        message.write(
            taken?.timeIntervalSince1970, takenZone, takenSource?.rawValue, takenPrecision.rawValue)
        message.write(exposure.time, exposure.aperture, exposure.iso, exposure.focalLength)
        message.write(focus?.x, focus?.y, coordinate?.latitude, coordinate?.longitude, duration, frameCount)
        message.write(orientation)
    }
}

extension SystemLibrary: MessageValue {
    init(from message: inout MessageReader) throws {
        let (name, kind): (String, Int) = try message.read()
        switch kind {
        case 0: self.init(name: name, .found(version: try message.read()))
        case 1: self.init(name: name, .missing(version: try message.read(), package: try message.read()))
        case 2: self.init(name: name, .withoutDecoder(format: try message.read(), package: try message.read()))
        default: throw MessageReader.Malformed()
        }
    }

    func write(to message: inout MessageWriter) {
        message.write(name)
        switch state {
        case .found(let version): message.write(0, version)
        case .missing(let version, let package): message.write(1, version, package)
        case .withoutDecoder(let format, let package): message.write(2, format, package)
        }
    }
}

/// A failure that decoding can end with.
extension PictureFailure: MessageValue {
    init(from message: inout MessageReader) throws {
        self =
            switch try message.integer() {
            case 0: .unreadable(reason: try message.read())
            case 1: .empty
            case 2: .unknownFormat
            case 3: .unsupportedFormat(try message.read())
            case 4: .damaged(format: try message.read())
            case 5: .tooLarge(width: try message.count(), height: try message.count())
            case 6: .fileTooLarge(maxBytes: try message.count())
            case 7: .tookTooLong
            case 8: .neededTooMuchMemory
            case 9: .missingLibrary(format: try message.read(), package: try message.read())
            default: throw MessageReader.Malformed()
            }
    }

    func write(to message: inout MessageWriter) {
        switch self {
        case .unreadable(let reason): message.write(0, reason)
        case .empty: message.write(1)
        case .unknownFormat: message.write(2)
        case .unsupportedFormat(let name): message.write(3, name)
        case .damaged(let format): message.write(4, format)
        case .tooLarge(let width, let height): message.write(5, width, height)
        case .fileTooLarge(let maxBytes): message.write(6, maxBytes)
        case .tookTooLong: message.write(7)
        case .neededTooMuchMemory: message.write(8)
        case .missingLibrary(let format, let package): message.write(9, format, package)
        default: message.write(0, "\(self)")
        }
    }
}
