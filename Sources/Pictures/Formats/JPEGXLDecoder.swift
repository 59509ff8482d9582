import Albums
import CJPEGXL

/// Decodes JPEG XL, or the first frame of an animation, using libjxl.
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

    func memory(for plan: DecodePlan) -> Int {
        plan.bytes + 4 * size.width * plan.factor + Self.bytesPerPixel * size.count
    }

    /// RGBA, and the memory of libjxl: three to five bytes, more for small pictures.
    private static let bytesPerPixel = 9

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        try cancellation.check()
        var result = tintype_jxl_result.failed
        let pixels = [UInt8](unsafeUninitializedCapacity: 4 * size.count) { target, count in
            target.initialize(repeating: 0)
            count = target.count
            guard let start = target.baseAddress else { return }
            result = tintype_jxl_decode(
                reader, start, target.count, DecodeCancellation.shouldStop, cancellation.callbackContext)
        }
        try cancellation.check()
        guard result != .failed else { throw Self.damaged }
        var rows = RowCollector(
            region: plan.region, factor: plan.factor, hasAlpha: header.has_alpha || result == .truncated)
        pixels.withUnsafeBufferPointer { pixels in
            guard let start = pixels.baseAddress else { return }
            for y in 0..<size.height where !rows.isComplete { rows.append(start + 4 * size.width * y) }
        }
        var decoded = rows.finish(model: header.is_gray ? .grayAlpha : .rgba)
        decoded.isTruncated = result == .truncated
        return decoded
    }

    private static let damaged = PictureFailure.damaged(format: PictureFormat.jpegXL.rawValue)
}
