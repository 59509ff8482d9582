import Albums
import CPictureShims

/// Decodes PNG using libpng.
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

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        var rows = RowCollector(region: plan.region, factor: plan.factor, hasAlpha: header.has_alpha)
        let isWhole =
            header.passes > 1
            ? try readInterlaced(into: &rows, cancellation: cancellation)
            : try read(into: &rows, cancellation: cancellation)
        guard !isWhole || tintype_png_finish(reader) == .ok || tintype_png_is_cut(reader) else { throw Self.damaged }
        var pixels = rows.finish(model: header.is_gray ? .grayAlpha : .rgba)
        pixels.isTruncated = !isWhole
        return pixels
    }

    /// - Returns: whether all rows were read; false if the file is truncated.
    private func read(into rows: inout RowCollector, cancellation: DecodeCancellation) throws -> Bool {
        var row = [UInt8](repeating: 0, count: 4 * size.width)
        for y in 0..<size.height {
            if y.isMultiple(of: 16) { try cancellation.check() }
            guard try readRow(into: &row, isFirst: y == 0) else { return false }
            rows.append(row)
        }
        return true
    }

    /// Keeps all rows in memory, because each pass of an interlaced picture builds on the previous ones.
    /// - Returns: whether all passes were read; false if the file is truncated.
    private func readInterlaced(into rows: inout RowCollector, cancellation: DecodeCancellation) throws -> Bool {
        let stride = 4 * size.width
        var memory = [UInt8](repeating: 0, count: stride * size.height)
        return try memory.withUnsafeMutableBufferPointer { memory in
            guard let start = memory.baseAddress else { return true }
            // If the first pass is truncated, the rows below are missing; in a later pass, the picture is coarse.
            var knownRows = 0
            var isWhole = true
            reading: for pass in 1...Int(header.passes) {
                for y in 0..<size.height {
                    if y.isMultiple(of: 16) { try cancellation.check() }
                    isWhole = try readRow(into: start + y * stride, isFirst: pass == 1 && y == 0)
                    guard isWhole else { break reading }
                    knownRows = max(knownRows, y + 1)
                }
            }
            for y in 0..<knownRows { rows.append(start + y * stride) }
            return isWhole
        }
    }

    /// - Returns: whether the row was read; false if the file is truncated, except before the first row.
    private func readRow(into row: UnsafeMutablePointer<UInt8>, isFirst: Bool) throws -> Bool {
        guard tintype_png_read_row(reader, row) != .ok else { return true }
        guard tintype_png_is_cut(reader), !isFirst else { throw Self.damaged }
        return false
    }

    private static let damaged = PictureFailure.damaged(format: PictureFormat.png.rawValue)
}
