import Albums
import Basics
import CPictureShims

/// Decodes JPEG using libjpeg-turbo, which reduces pictures in the inverse DCT. An eighth of most pictures is their
/// `JPEGDCImage`.
final class JPEGDecoder: PictureDecoder {
    let size: PixelSize
    let orientation: Orientation
    let profile: [UInt8]?
    let isFasterReduced = true
    private let header: tintype_jpeg_header
    private let reader: OpaquePointer
    private let file: FileBytes
    /// The maximum memory for the coefficients of a picture with several scans: half of that of all decodes.
    private let maxCoefficientBytes: Int
    /// The EXIF block within the file.
    private let exif: UnsafeRawBufferPointer?

    init(_ file: FileBytes, limits: DecodeLimits) throws {
        let metadata = JPEGMetadata(file.bytes, maxProfileBytes: limits.profileBytes)
        guard let reader = tintype_jpeg_open(file.start, file.count) else { throw Self.damaged }
        var header = tintype_jpeg_header()
        guard tintype_jpeg_read_header(reader, &header) == .ok, metadata.bitsPerSample ?? 8 == 8 else {
            tintype_jpeg_close(reader)
            throw metadata.specialKind.map { PictureFailure.unsupportedFormat($0) } ?? Self.damaged
        }
        self.file = file
        maxCoefficientBytes = limits.memory / 2
        self.reader = reader
        self.header = header
        size = PixelSize(width: Int(header.width), height: Int(header.height))
        exif = metadata.exif.map { UnsafeRawBufferPointer(rebasing: file.bytes[$0]) }
        orientation = Orientation(exif.flatMap(ExifBlock.init))
        profile = metadata.profile
    }

    deinit {
        tintype_jpeg_close(reader)
    }

    /// Reductions beyond 1/8 average rows, but CMYK must be converted before averaging.
    var maxFactor: Int { header.is_cmyk ? Self.maxDenominator : 1 << 12 }

    func producedPixels(for plan: DecodePlan) -> Int {
        size.divided(by: min(plan.factor, Self.maxDenominator)).count
    }

    func memory(for plan: DecodePlan) -> Int {
        plan.bytes + 4 * size.width * Self.rowsAtOnce + JPEGDCImage.memory(for: size)
            + (needsDCImage(for: plan) ? 0 : header.coefficient_bytes)
    }

    /// Whether a plan is possible only with the DC image, because the coefficients of a progressive picture need too much
    /// memory.
    private func needsDCImage(for plan: DecodePlan) -> Bool {
        var scan = tintype_jpeg_scan()
        return plan.factor >= Self.maxDenominator && header.coefficient_bytes > maxCoefficientBytes
            && tintype_jpeg_read_scan(reader, &scan)
    }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        let denominator = min(plan.factor, Self.maxDenominator)
        if denominator == Self.maxDenominator, let image = try dcImage(cancellation: cancellation) {
            return image.pixels(for: plan)
        }
        guard !needsDCImage(for: plan) else { throw PictureFailure.tooLarge(width: size.width, height: size.height) }
        let status = tintype_jpeg_start(
            reader, Int32(denominator), denominator == Self.maxDenominator, Int32(limits.scans),
            DecodeCancellation.shouldStop, cancellation.callbackContext)
        try check(status, cancellation: cancellation)

        let reduced = size.divided(by: denominator)
        var rows = RowCollector(
            region: plan.region.divided(by: denominator), factor: plan.factor / denominator, hasAlpha: false)
        var row = [UInt8](repeating: 0, count: 4 * reduced.width)
        for y in 0..<reduced.height where !rows.isComplete {
            if y.isMultiple(of: 16) { try cancellation.check() }
            let status = tintype_jpeg_read_row(reader, &row)
            // The rows before the damage are worth showing.
            if status == .failed && y > 0 { break }
            try check(status, cancellation: cancellation)
            rows.append(row)
        }
        let model: DecodedPixels.Model =
            header.is_cmyk ? .lightCMYK : header.is_gray ? .grayAlpha : .rgba
        var pixels = rows.finish(model: model)
        pixels.isTruncated = pixels.isTruncated || tintype_jpeg_lacks_scans(reader)
        return pixels
    }

    /// Returns the DC image of an intact baseline or progressive picture; nil for others.
    func dcImage(cancellation: DecodeCancellation) throws -> JPEGDCImage? {
        var scan = tintype_jpeg_scan()
        guard tintype_jpeg_read_scan(reader, &scan) else { return nil }
        return try JPEGDCImage(scan, of: size, in: file, cancellation: cancellation)
    }

    /// The embedded EXIF, valid while the decoder exists.
    var exifBlock: ExifBlock? { exif.flatMap(ExifBlock.init) }

    var details: PhotoDetails? { exifBlock.map(PhotoDetails.init) }

    private static let maxDenominator = JPEGDCImage.blockSide
    /// The maximum number of rows that libjpeg processes at a time.
    private static let rowsAtOnce = 64
    private static let damaged = PictureFailure.damaged(format: PictureFormat.jpeg.name)

    private func check(_ status: tintype_status, cancellation: DecodeCancellation) throws {
        guard status != .ok else { return }
        try cancellation.check()
        throw status == .stopped ? PictureFailure.tookTooLong : Self.damaged
    }
}

extension PictureFormat {
    static let jpeg = PictureFormat(
        name: "JPEG", fileExtensions: ["jpg", "jpeg", "jpe", "jfif"], mimeType: "image/jpeg",
        matches: { $0.starts(with: [0xFF, 0xD8]) }, isComplete: endsAfterScan,
        libraries: { [.linked("libjpeg-turbo", String(cString: tintype_jpeg_version()))] }, hasSizeAtStart: true,
        decoder: { try JPEGDecoder($0, limits: $1.limits) },
        preview: { file, context in try ExifThumbnail(of: file, in: context)?.level(of: file.version, in: context) },
        readMetadata: { try $0.readJPEG(&$1) })

    /// Returns whether the last SOS or EOI marker is an EOI; neither occurs within a scan.
    private static func endsAfterScan(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // Skips the segments before the first scan, because an embedded thumbnail has its own EOI.
        var start = 2
        while start + 4 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] != 0xDA {
            start += 2 + (Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]))
        }
        var index = bytes.count - 2
        while index >= start {
            if bytes[index] == 0xFF {
                if bytes[index + 1] == 0xD9 { return true }
                if bytes[index + 1] == 0xDA { return false }
            }
            index -= 1
        }
        return false
    }
}
