/// The headers of videos, with frames that no decoder can read.
public struct SampleVideo: Sendable {
    public var seconds = 83.5
    public var width = 1920
    public var height = 1080
    /// In degrees clockwise; a multiple of 90.
    public var rotation = 0
    /// In seconds since 1970, in UTC.
    public var created: Int?
    /// QuickTime's metadata: `com.apple.quicktime.` and a name, with their texts.
    public var keys: [(name: String, text: String)] = []
    /// User data, such as `©xyz`.
    public var userData: [(kind: String, text: String)] = []
    public var xmp: [UInt8] = []
    /// The size of the frames.
    public var frameBytes = 100_000

    public init() {}

    // MARK: ISO base media, QuickTime

    /// - Parameters:
    ///   - isLong: whether the boxes have times of 64 bits.
    ///   - movieIsLast: whether the movie box follows the box of the frames, which then has a size of 64 bits.
    public func mp4(
        brand: String = "isom", isLong: Bool = false, movieIsLast: Bool = false, isFragmented: Bool = false
    ) -> [UInt8] {
        let type = Self.box("ftyp", brand.latin1 + [0, 0, 2, 0] + "\(brand)iso2".latin1)
        let movie = movie(isLong: isLong, isFragmented: isFragmented)
        let packet = xmp.isEmpty ? [] : Self.box("uuid", Self.xmpIdentifier + xmp)
        let frames = [UInt8](repeating: 0xAA, count: frameBytes)
        return movieIsLast
            ? type + Self.big(1, 4) + "mdat".latin1 + Self.big(16 + frames.count, 8) + frames + movie + packet
            : type + movie + Self.box("mdat", frames) + packet
    }

    /// A QuickTime file without a type, as the first versions wrote it.
    public func oldQuickTime() -> [UInt8] {
        Self.box("wide", []) + Self.box("mdat", [UInt8](repeating: 0xAA, count: frameBytes))
            + movie(isLong: false, isFragmented: false)
    }

    /// The movie box.
    public func movie(isLong: Bool = false, isFragmented: Bool = false) -> [UInt8] {
        let scale = 600
        let created = created.map { $0 + 2_082_844_800 } ?? 0
        let count = Int(exactly: (seconds * Double(scale)).rounded()) ?? 0
        func times(_ values: [Int]) -> [UInt8] { values.flatMap { Self.big($0, isLong ? 8 : 4) } }
        let version: [UInt8] = [isLong ? 1 : 0, 0, 0, 0]
        let header =
            version + times([created, created]) + Self.big(scale, 4) + times([isFragmented ? 0 : count])
            + Self.zeros(80)
        let (a, b) = [(1, 0), (0, 1), (-1, 0), (0, -1)][rotation / 90 % 4]
        let matrix = [a << 16, b << 16, 0, -b << 16, a << 16, 0, 0, 0, 1 << 30].flatMap { Self.big($0, 4) }
        let track =
            version + times([created, created]) + Self.big(1, 4) + Self.zeros(4) + times([count]) + Self.zeros(16)
            + matrix + Self.big(width << 16, 4) + Self.big(height << 16, 4)
        let sound = version + times([created, created]) + Self.zeros(200)
        func media(_ kind: String) -> [UInt8] {
            Self.box("mdia", Self.box("mdhd", Self.zeros(24)) + Self.box("hdlr", Self.zeros(8) + kind.latin1))
        }
        let fragments = Self.box("mvex", Self.box("mehd", version + times([count])))
        return Self.box(
            "moov",
            Self.box("mvhd", header) + Self.box("trak", Self.box("tkhd", sound) + media("soun"))
                + Self.box("trak", Self.box("tkhd", track) + media("vide")) + (isFragmented ? fragments : []) + texts)
    }

    private var texts: [UInt8] {
        let names = keys.map { "com.apple.quicktime.\($0.name)".latin1 }
        let list = keys.enumerated().map { index, key in
            Self.big(8 + 16 + key.text.utf8.count, 4) + Self.big(index + 1, 4)
                + Self.box("data", Self.big(1, 4) + Self.zeros(4) + Array(key.text.utf8))
        }
        let metadata = Self.box(
            "meta",
            Self.box("hdlr", Self.zeros(8) + "mdta".latin1)
                + Self.box(
                    "keys",
                    Self.zeros(4) + Self.big(names.count, 4)
                        + names.flatMap { Self.big(8 + $0.count, 4) + "mdta".latin1 + $0 })
                + Self.box("ilst", list.flatMap { $0 }))
        let user = userData.flatMap { kind, text in
            Self.box(kind, Self.big(text.utf8.count, 2) + Self.zeros(2) + Array(text.utf8))
        }
        return (keys.isEmpty ? [] : metadata) + (user.isEmpty ? [] : Self.box("udta", user))
    }

    private static let xmpIdentifier: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]

    /// A box of the ISO base media format.
    public static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        big(8 + content.count, 4) + kind.latin1 + content
    }

    // MARK: Other containers

    /// The beginning of a Matroska file.
    public static let matroska: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x8B, 0x42, 0x82, 0x88] + "matroska".latin1

    /// The beginning of an AVI file.
    public static let avi = "RIFF".latin1 + [0, 1, 0, 0] + "AVI LIST".latin1 + zeros(40)

    /// The beginning of a Matroska file with a date, in seconds since 1970.
    public static func matroska(created: Int) -> [UInt8] {
        let date: [UInt8] = [0x44, 0x61, 0x88] + big((created - 978_307_200) * 1_000_000_000, 8)
        let void: [UInt8] = [0xEC, 0x82, 0, 0]
        let information = [0x15, 0x49, 0xA9, 0x66, UInt8(0x80 + void.count + date.count)] + void + date
        // A segment of unknown size, as in a stream.
        return matroska + [0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xFF, count: 7) + void
            + information
    }

    /// The beginning of an AVI file with dates, in the chunks `IDIT` of the camera and `ICRD` of programs.
    public static func avi(_ dates: [(kind: String, text: String)]) -> [UInt8] {
        func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
            kind.latin1 + big(content.count, 4).reversed() + content + (content.count.isMultiple(of: 2) ? [] : [0])
        }
        let header = chunk("LIST", "hdrl".latin1 + chunk("avih", zeros(56)))
        let lists = dates.flatMap { kind, text in
            chunk("LIST", (kind == "IDIT" ? "hdrl" : "INFO").latin1 + chunk(kind, text.latin1 + [0x0A, 0]))
        }
        return "RIFF".latin1 + [0, 1, 0, 0] + "AVI ".latin1 + header + chunk("LIST", "movi".latin1 + zeros(101)) + lists
    }

    // MARK: Numbers

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// A big-endian number.
    public static func big(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

extension String {
    fileprivate var latin1: [UInt8] { unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
}
