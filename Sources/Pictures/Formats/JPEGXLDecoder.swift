import Albums
import Basics
import CJPEGXL

/// Decodes JPEG XL using libjxl: with each decode the next frame of an animation.
///
/// Always decodes the whole picture: libjxl 0.7 scales a 1/8 decode up to the full size again, which saves little.
final class JPEGXLDecoder: PictureDecoder {
    let size: PixelSize
    let orientation: Orientation
    let profile: [UInt8]?
    private let header: tintype_jxl_header
    private let reader: OpaquePointer
    private let file: FileBytes

    init(_ file: FileBytes, limits: DecodeLimits) throws {
        try SystemLibrary.jpegXL.check(for: .jpegXL)
        var header = tintype_jxl_header()
        guard let reader = tintype_jxl_open(file.start, file.count, limits.profileBytes, &header) else {
            throw Self.damaged
        }
        guard let size = PixelSize(width: Side(header.width), height: Side(header.height)) else {
            tintype_jxl_close(reader)
            throw Self.damaged
        }
        self.file = file
        self.reader = reader
        self.header = header
        self.size = size
        orientation = Orientation(exif: Int(header.orientation))
        profile = header.profile.map { Array(UnsafeBufferPointer(start: $0, count: header.profile_count)) }
    }

    deinit {
        tintype_jxl_close(reader)
    }

    var isAnimated: Bool { header.ticks_per_second > 0 }

    /// How many times an animation plays; nil for an infinite loop.
    var plays: Int? { header.plays == 0 ? nil : Int(header.plays) }

    /// The display time of the frame that has been decoded last.
    var frameDuration: Duration {
        .seconds(min(Double(tintype_jxl_ticks(reader)) / max(header.ticks_per_second, 0.001), Self.maxFrameSeconds))
    }

    private static let maxFrameSeconds = 3600.0

    func memory(for plan: DecodePlan) -> Int {
        plan.bytes + 4 * size.width * plan.factor + (Self.bytesPerPixel + (header.is_hdr || header.has_black ? 9 : 0))
            * size.count
    }

    /// RGBA, and the memory of libjxl: three to five bytes, more for small pictures.
    private static let bytesPerPixel = 9

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        try cancellation.check()
        var result = tintype_jxl_result.failed
        var black = [UInt8](repeating: 255, count: header.has_black ? size.count : 0)
        let stored = [UInt8](unsafeUninitializedCapacity: 4 * size.count * (header.is_hdr ? 2 : 1)) { target, count in
            target.initialize(repeating: 0)
            count = target.count
            guard let start = target.baseAddress else { return }
            result = tintype_jxl_decode(
                reader, start, target.count, &black, black.count, DecodeCancellation.shouldStop,
                cancellation.callbackContext)
        }
        try cancellation.check()
        guard result != .failed else { throw Self.damaged }
        let isTruncated = result == .truncated
        var rows = RowCollector(region: plan.region, factor: plan.factor, hasAlpha: header.has_alpha || isTruncated)
        if let encoding {
            collect(stored, in: encoding, into: &rows)
        } else {
            (header.has_black ? colors(of: stored, black) : stored).withUnsafeBufferPointer { pixels in
                guard let start = pixels.baseAddress else { return }
                for y in 0..<size.height where !rows.isComplete { rows.append(start + 4 * size.width * y) }
            }
        }
        let isConverted = header.has_black || encoding != nil
        var decoded = rows.finish(model: isConverted ? .sRGB : header.is_gray ? .grayAlpha : .rgba)
        decoded.isTruncated = isTruncated
        return decoded
    }

    /// The encoding of HDR; nil for other pictures.
    private var encoding: ColorEncoding? {
        guard header.is_hdr else { return nil }
        let xy = header.primaries
        let primaries = ColorEncoding.Primaries(
            white: .init(xy.0, xy.1), red: .init(xy.2, xy.3), green: .init(xy.4, xy.5), blue: .init(xy.6, xy.7))
        return ColorEncoding(
            primaries: primaries ?? .sRGB, transfer: Int(header.transfer) == Self.hlg ? .hlg : .pq)
    }

    private static let hlg = 18

    /// Converts HDR in 16 bits per sample to rows of sRGB.
    private func collect(_ stored: [UInt8], in encoding: ColorEncoding, into rows: inout RowCollector) {
        var conversion = SRGBConversion(from: encoding, depth: 16)
        var row = [UInt8](repeating: 0, count: 4 * size.width)
        stored.withUnsafeBytes { bytes in
            guard let samples = bytes.bindMemory(to: UInt16.self).baseAddress else { return }
            conversion.adapt(to: size) { y, body in body(samples + 4 * size.width * y) }
            for y in 0..<size.height where !rows.isComplete {
                conversion.convert(samples + 4 * size.width * y, to: &row, count: size.width)
                rows.append(row)
            }
        }
    }

    /// Converts inks to sRGB.
    /// - Parameter stored: cyan, magenta, yellow and alpha.
    private func colors(of stored: [UInt8], _ black: [UInt8]) -> [UInt8] {
        var inks = stored
        for (pixel, value) in black.enumerated() { inks[4 * pixel + 3] = value }
        var colors = DecodedPixels(size: size, bytes: inks, model: .lightCMYK, hasAlpha: false)
            .convertedToSRGB(profile: profile).bytes
        for alpha in stride(from: 3, to: stored.count, by: 4) { colors[alpha] = stored[alpha] }
        return colors
    }

    private static let damaged = PictureFailure.damaged(format: PictureFormat.jpegXL.name)
}

extension PictureFormat {
    static let jpegXL = PictureFormat(
        name: "JPEG XL", fileExtensions: ["jxl"], mimeType: "image/jxl",
        matches: {
            $0.starts(with: [0xFF, 0x0A])
                || $0.starts(with: [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
        },
        // Bare streams have no end that is recognized without decoding, and the last box may be open.
        isComplete: { $0[0] == 0xFF || $0.hasWholeBoxes }, containerHasOrientation: true,
        libraries: { [.jpegXL] }, decoder: { try JPEGXLDecoder($0, limits: $1.limits) },
        readMetadata: { try $0.readJPEGXL(&$1) },
        animation: { try JPEGXLAnimation($0.read($0.size, at: 0, cancellation: $2), limits: $1) })
}

extension SystemLibrary {
    fileprivate static let jpegXL: SystemLibrary = {
        let number = tintype_jxl_version()
        let version = "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
        return SystemLibrary(
            soname: String(cString: tintype_jxl_soname()), version: tintype_jxl_load() ? version : nil)
    }()
}

extension EmbeddedMetadata {
    /// Reads the boxes of the container, unless they are compressed (ISO/IEC 18181-2, 9).
    mutating func readJPEGXL(_ window: inout FileWindow) throws {
        var position = 0
        var boxes = ISOBoxReader()
        while let box = try boxes.next(at: &position, before: window.fileSize, in: &window) {
            switch box.kind {
            case "Exif": try readExif(at: box.content, &window)
            case "xml ": xmp = try content(of: box.content, &window) ?? xmp
            default: break
            }
        }
    }
}
