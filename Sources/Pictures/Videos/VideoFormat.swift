/// The containers of videos that are recognized.
enum VideoFormat: String {
    case mp4 = "MP4"
    case quickTime = "QuickTime"
    case matroska = "Matroska"
    case avi = "AVI"
    /// An MPEG program stream, or a bare stream of MPEG-1 or MPEG-2.
    case mpeg = "MPEG"
    case transportStream = "MPEG-TS"
    case flashVideo = "FLV"
    case windowsMedia = "WMV"
    case ogg = "Ogg"
    case mxf = "MXF"

    /// Whether `VideoHeader` reads the container.
    var hasReader: Bool { self == .mp4 || self == .quickTime }

    /// The valid file extensions without the dot, the preferred one first.
    var fileExtensions: [String] {
        switch self {
        case .mp4: ["mp4", "m4v", "mov", "3gp", "3g2"]
        case .quickTime: ["mov", "qt"]
        case .matroska: ["mkv", "webm"]
        case .avi: ["avi"]
        case .mpeg: ["mpg", "mpeg", "vob"]
        case .transportStream: ["ts", "mts", "m2ts"]
        case .flashVideo: ["flv"]
        case .windowsMedia: ["wmv", "asf"]
        case .ogg: ["ogv", "ogg"]
        case .mxf: ["mxf"]
        }
    }

    /// Detects a container from the first bytes; nil for other files, audio included.
    init?(head: UnsafeRawBufferPointer) {
        if let brands = head.isoBrands {
            guard let format = Self.format(brands) else { return nil }
            self = format
        } else if head.count >= 8, Self.quickTimeAtoms.contains(where: { head.hasASCII($0, at: 4) }) {
            self = .quickTime
        } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = .matroska
        } else if head.hasASCII("RIFF", at: 0), head.hasASCII("AVI ", at: 8) {
            self = .avi
        } else if head.starts(with: [0, 0, 1, 0xBA]) || head.starts(with: [0, 0, 1, 0xB3]) {
            self = .mpeg
        } else if Self.isTransportStream(head) {
            self = .transportStream
        } else if head.starts(with: Array("FLV".utf8) + [1]) {
            self = .flashVideo
        } else if head.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) {
            self = .windowsMedia
        } else if head.hasASCII("OggS", at: 0), head.count > 35, head.hasASCII("theora", at: 29) {
            self = .ogg
        } else if head.starts(with: [0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01]) {
            self = .mxf
        } else {
            return nil
        }
    }

    /// Returns the format of a file with these brands (ISO/IEC 14496-12, annex E); nil if it isn't a video.
    private static func format(_ brands: Set<String>) -> VideoFormat? {
        if brands.contains("qt  ") { return .quickTime }
        let isVideo = brands.contains { brand in brandPrefixes.contains { brand.hasPrefix($0) } }
        // Audio has the brands of MP4, too.
        return isVideo && brands.isDisjoint(with: ["M4A ", "M4B ", "M4P "]) ? .mp4 : nil
    }

    private static let brandPrefixes = [
        "iso", "mp4", "M4V", "avc1", "hvc1", "3gp", "3g2", "3ge", "mmp4", "MSNV", "dash", "f4v", "XAVC",
    ]

    /// The first atoms of QuickTime files without a type.
    private static let quickTimeAtoms: [StaticString] = ["moov", "mdat", "wide", "free", "skip", "pnot"]

    /// Returns whether several packets of 188 bytes follow one another; those of Blu-ray discs and camcorders have four
    /// bytes before each (ISO/IEC 13818-1, 2.4.3.2).
    private static func isTransportStream(_ head: UnsafeRawBufferPointer) -> Bool {
        [(start: 0, size: 188), (start: 4, size: 192)].contains { start, size in
            (0..<5).allSatisfy { start + $0 * size < head.count && head[start + $0 * size] == 0x47 }
        }
    }
}

extension EncodedSource {
    /// Whether the first bytes are those of a video. Blocks.
    public var isVideo: Bool {
        if case .video? = try? open().content(cancellation: DecodeCancellation()) { true } else { false }
    }
}
