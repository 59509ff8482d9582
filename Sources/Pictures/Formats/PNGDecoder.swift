import Albums
import CPictureShims

/// PNG by libpng.
final class PNGDecoder: PictureDecoder {
    let size: PixelSize
    let orientation: Orientation
    let profile: [UInt8]?
    private let header: tintype_png_header
    private let reader: OpaquePointer
    private let file: FileBytes

    init(_ file: FileBytes, limits: DecodeLimits) throws {
        guard let reader = tintype_png_open(file.start, file.count, limits.profileBytes) else { throw Self.damaged }
        var header = tintype_png_header()
        guard tintype_png_read_header(reader, &header) == .ok else {
            tintype_png_close(reader)
            throw Self.damaged
        }
        self.file = file
        self.reader = reader
        self.header = header
        size = PixelSize(width: Int(header.width), height: Int(header.height))
        orientation = PNGMetadata.withExif(of: file.bytes) { Orientation(ExifBlock($0)) } ?? .upright
        profile = header.profile.map { Array(UnsafeBufferPointer(start: $0, count: Int(header.profile_count))) }
    }

    deinit {
        tintype_png_close(reader)
    }

    var details: PhotoDetails? {
        PNGMetadata.withExif(of: file.bytes) { ExifBlock($0).map(PhotoDetails.init) } ?? nil
    }

    func memory(for plan: DecodePlan) -> Int {
        plan.bytes + (header.passes > 1 ? 4 * size.count : 4 * size.width * plan.factor)
    }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, stop: DecodeStop) throws -> DecodedPixels {
        var rows = RowCollector(region: plan.region, factor: plan.factor, hasAlpha: header.has_alpha)
        // Interlaced rows are made out of each other, so all of them must stay.
        let isInterlaced = header.passes > 1
        let stride = 4 * size.width
        var memory = [UInt8](repeating: 0, count: isInterlaced ? stride * size.height : stride)
        try memory.withUnsafeMutableBufferPointer { memory in
            guard let start = memory.baseAddress else { return }
            for pass in 1...Int(header.passes) {
                for y in 0..<size.height {
                    if y.isMultiple(of: 16) { try stop.check(size) }
                    let row = start + (isInterlaced ? y * stride : 0)
                    guard tintype_png_read_row(reader, row) == .ok else { throw Self.damaged }
                    if pass == header.passes { rows.append(row) }
                }
            }
        }
        guard tintype_png_finish(reader) == .ok else { throw Self.damaged }
        return rows.finish(model: header.is_gray ? .grayAlpha : .rgba)
    }

    private static let damaged = PictureFailure.damaged(format: PictureFormat.png.rawValue)
}
