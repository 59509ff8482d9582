import Albums
import CPictureShims

/// Decodes the first picture of a TIFF file, using libtiff.
final class TIFFDecoder: PictureDecoder {
    let size: PixelSize
    let orientation: Orientation
    let profile: [UInt8]?
    private let header: tintype_tiff_header
    private let reader: OpaquePointer
    private let file: FileBytes

    init(_ file: FileBytes, limits: DecodeLimits) throws {
        guard let reader = tintype_tiff_open(file.start, file.count, limits.memory / 2) else { throw Self.damaged }
        var header = tintype_tiff_header()
        guard tintype_tiff_read_header(reader, &header) else {
            tintype_tiff_close(reader)
            throw PictureFailure.unsupportedFormat("TIFF of this kind")
        }
        self.file = file
        self.reader = reader
        self.header = header
        size = PixelSize(width: Int(header.width), height: Int(header.height))
        orientation = Orientation(exif: Int(header.orientation))
        let profileCount = Int(header.profile_count)
        profile = header.profile.flatMap {
            profileCount > limits.profileBytes ? nil : Array(UnsafeBufferPointer(start: $0, count: profileCount))
        }
    }

    deinit {
        tintype_tiff_close(reader)
    }

    var details: PhotoDetails? { ExifBlock(file.bytes).map(PhotoDetails.init) }

    func memory(for plan: DecodePlan) -> Int {
        // The rows of a strip or tile are unpacked together, with up to eight bytes per pixel, and then converted.
        let together = PixelSize(width: size.width, height: Int(header.rows_together)).count
        return plan.bytes + 4 * size.width * plan.factor + 12 * together
    }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        var rows = RowCollector(region: plan.region, factor: plan.factor, hasAlpha: header.has_alpha)
        let step = Int(header.rows_together)
        var pixels = [UInt32](repeating: 0, count: size.width * step)
        for top in stride(from: 0, to: size.height, by: step) where !rows.isComplete {
            try cancellation.check()
            let count = min(step, size.height - top)
            guard tintype_tiff_read_rows(reader, UInt32(top), UInt32(count), &pixels) else {
                // The rows before the damage are worth showing.
                if top > 0 { break }
                throw Self.damaged
            }
            pixels.withUnsafeMutableBytes { memory in
                let bytes = memory.bindMemory(to: UInt8.self)
                if header.has_alpha { Self.divideByAlpha(bytes) }
                guard let start = bytes.baseAddress else { return }
                for row in 0..<count {
                    rows.append(start + 4 * size.width * row)
                }
            }
        }
        return rows.finish(model: header.is_gray ? .grayAlpha : .rgba)
    }

    private static let damaged = PictureFailure.damaged(format: PictureFormat.tiff.rawValue)

    private static func divideByAlpha(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        for index in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = UInt32(pixels[index + 3])
            guard alpha != 0, alpha != 255 else { continue }
            for channel in index..<index + 3 {
                pixels[channel] = UInt8(min(255, (UInt32(pixels[channel]) * 255 + alpha / 2) / alpha))
            }
        }
    }
}
