import Albums
import Basics
import CLibRaw
import CellArt

/// Decodes RAW files of cameras using LibRaw: the largest embedded preview if it has enough pixels, otherwise the
/// sensor's values, demosaiced at half size.
final class RAWDecoder: PictureDecoder {
    let size: PixelSize
    let orientation: Orientation
    let fileOrientation: Orientation
    let profile: [UInt8]?
    let isFasterReduced = true
    private let raw: OpaquePointer
    private let header: tintype_raw_header
    /// The largest preview.
    private let preview: RAWPreview?
    /// Smaller ones of the same shape, the smallest first.
    private lazy var smallerPreviews = preview.map { preview in
        embedded.compactMap { RAWPreview($0, of: file, limits: limits) }
            .filter { $0.isReduction(of: size) && $0.canReplace(preview) }
            .sorted { $0.size.count < $1.size.count }
    }
    private let embedded: [Range<Int>]
    private let limits: DecodeLimits
    /// Whether developing the sensor's values gives this picture; false if the camera has cropped or rotated the
    /// preview.
    private let canDevelop: Bool
    private let file: FileBytes
    /// LibRaw keeps a pointer to it.
    private let cancellation: DecodeCancellation

    /// Opens a raw file; if LibRaw doesn't support it, its largest JPEG or the first picture of a TIFF file.
    static func open(_ file: FileBytes, in context: DecodeContext) throws -> any PictureDecoder {
        try SystemLibrary.raw.check(for: .raw)
        do {
            return try RAWDecoder(file, in: context)
        } catch let failure as PictureFailure {
            let preview = EmbeddedPreview(of: file, limits: context.limits)
            let isTIFF = RAWSignature.directoryOffset(file.bytes) != nil
            let tiff = isTIFF ? try? TIFFDecoder(file, limits: context.limits) : nil
            if let tiff, tiff.size.count > preview?.size.count ?? 0 { return tiff }
            guard let preview else { throw failure }
            return preview
        }
    }

    private init(_ file: FileBytes, in context: DecodeContext) throws {
        let limits = context.limits
        let opened = tintype_raw_open(
            file.start, file.count, limits.memory, DecodeCancellation.shouldStop, context.cancellation.callbackContext)
        guard let raw = opened else { throw PictureFailure.unsupportedFormat("RAW of this kind") }
        let header = tintype_raw_read_header(raw)
        let sensor = PixelSize(width: Side(header.width), height: Side(header.height))
        embedded = EmbeddedJPEGs.ranges(in: file.bytes)
        // Reads the preview from the file if possible, because LibRaw would copy it.
        let preview =
            embedded.first { $0.count == tintype_raw_preview_bytes(raw) }
            .flatMap { RAWPreview($0, of: file, limits: limits) }
            ?? RAWPreview(tintype_raw_preview(raw), limits: limits)
            // A truncated file may still contain smaller previews.
            ?? JPEGDecoder.largest(in: file, limits: limits).map(RAWPreview.jpeg)
        let rawOrientation = Orientation(exif: Int(header.orientation))
        switch (sensor, preview) {
        case (let sensor?, let found) where found?.isReduction(of: sensor) ?? true:
            (size, orientation, canDevelop, self.preview) = (sensor, rawOrientation, true, found)
        // The camera has cropped or rotated the preview, but not the sensor's values.
        case (_, let found?) where Self.maxReduction * found.size.count >= sensor?.count ?? 0:
            (size, orientation, canDevelop, self.preview) = (
                found.size, found.ownOrientation(sensor: sensor, rawOrientation), false, found
            )
        case (let sensor?, _):
            (size, orientation, canDevelop, self.preview) = (sensor, rawOrientation, true, nil)
        default:
            tintype_raw_close(raw)
            throw Self.damaged
        }
        fileOrientation = rawOrientation
        profile = self.preview?.profile
        self.raw = raw
        self.header = header
        self.file = file
        self.limits = limits
        cancellation = context.cancellation
    }

    deinit {
        tintype_raw_close(raw)
    }

    /// A preview with fewer pixels than this part of the sensor's is only a thumbnail.
    private static let maxReduction = 8

    private static let damaged = PictureFailure.damaged(format: PictureFormat.raw.name)

    func producedPixels(for plan: DecodePlan) -> Int {
        // The largest preview, because it replaces a smaller one that turns out to be damaged.
        if preview(for: plan) != nil, let preview { return preview.producedPixels(for: part(plan, of: preview.size)) }
        return Int(clamping: header.developed_pixels)
    }

    func memory(for plan: DecodePlan) -> Int {
        if preview(for: plan) != nil, let preview {
            return 2 * plan.bytes + preview.memory(for: part(plan, of: preview.size))
        }
        // LibRaw's four channels of 16 bits, RGB, and the part that is needed.
        return Int(clamping: header.sensor_bytes) + 15 * Int(clamping: header.developed_pixels) + plan.bytes
    }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        func pixels(of preview: RAWPreview) throws -> DecodedPixels {
            try preview.decode(part(plan, of: preview.size), limits: limits, cancellation: cancellation)
                .fitted(to: plan.size)
        }
        if let smaller = smallerPreview(for: plan), let preview {
            let found = try? pixels(of: smaller)
            try cancellation.check()
            if let found, !found.isTruncated { return found }
            // Until now, only the header of the smaller preview had been checked.
            return try pixels(of: preview)
        }
        if let preview = preview(for: plan) { return try pixels(of: preview) }
        let developed = RAWPixels(tintype_raw_develop(raw))
        try cancellation.check()
        guard let developed else {
            guard let preview else { throw Self.damaged }
            return try pixels(of: preview)
        }
        var sensor = try developed.decode(part(plan, of: developed.size), cancellation: cancellation)
        sensor.model = .sRGB
        return sensor.fitted(to: plan.size)
    }

    /// Returns the smallest preview with all pixels that a plan needs; nil if the sensor's values must be developed.
    private func preview(for plan: DecodePlan) -> RAWPreview? {
        smallerPreview(for: plan) ?? preview.flatMap { !canDevelop || isEnough($0, for: plan) ? $0 : nil }
    }

    private func smallerPreview(for plan: DecodePlan) -> RAWPreview? {
        smallerPreviews?.first { isEnough($0, for: plan) }
    }

    private func isEnough(_ preview: RAWPreview, for plan: DecodePlan) -> Bool {
        let needed = size.divided(by: plan.factor)
        // Cameras crop a few pixels at the edges.
        return 100 * preview.size.width >= 97 * needed.width && 100 * preview.size.height >= 97 * needed.height
    }

    /// Returns the plan for the same part of the picture in another size, which must have enough pixels.
    private func part(_ plan: DecodePlan, of other: PixelSize) -> DecodePlan {
        let (x, y) = (Double(other.width) / Double(size.width), Double(other.height) / Double(size.height))
        let region = PixelRegion(
            covering: PixelRect(
                x: x * Double(plan.region.x), y: y * Double(plan.region.y), width: x * Double(plan.region.width),
                height: y * Double(plan.region.height)), in: other)
        var factor = 1
        while region.width / (2 * factor) >= plan.size.width, region.height / (2 * factor) >= plan.size.height {
            factor *= 2
        }
        return DecodePlan(region: region, factor: factor)
    }

    // MARK: Metadata

    /// The thumbnail in the file's own EXIF, or in the preview's; much smaller than the preview.
    var thumbnail: ExifThumbnail? {
        [ExifBlock(file.bytes), preview?.exifBlock].lazy.compactMap { $0 }
            .compactMap { ExifThumbnail($0, of: self.size, profile: nil) }.first
    }

    /// The file's own XMP and EXIF; missing values come from the preview's EXIF, then from LibRaw, which reads maker notes.
    var details: PhotoDetails? {
        let xmp = header.xmp.flatMap { XMPPacket(UnsafeRawBufferPointer(start: $0, count: header.xmp_count)) }
        return (xmp.map(PhotoDetails.init) ?? PhotoDetails())
            .merged(with: ExifBlock(file.bytes).map(details))
            .merged(with: EmbeddedJPEGs.canonDetails(in: file.bytes, orientation: orientation, storedSize: size))
            .merged(with: preview?.exifBlock.map(details))
            .merged(with: makerDetails)
    }

    private func details(_ exif: ExifBlock) -> PhotoDetails {
        PhotoDetails(exif, orientation: orientation, storedSize: size)
    }

    private var makerDetails: PhotoDetails {
        func text(_ bytes: UnsafePointer<CChar>) -> String? { String(cString: bytes).trimmed }
        func number(_ value: Float) -> Double? { value > 0 ? Double(value) : nil }
        var details = PhotoDetails()
        details.description = CameraName.userDescription(text(header.description)).map { BoundedText($0).text }
        details.author = text(header.author)
        details.camera = CameraName.joined(maker: text(header.maker), model: text(header.model))
        details.serialNumber = text(header.serial_number)
        details.lens = text(header.lens)
        details.exposure = Exposure(
            time: number(header.seconds), aperture: number(header.aperture),
            iso: Int(exactly: header.iso.rounded()), focalLength: number(header.focal_length))
        if header.has_time {
            let time = header.taken
            let parts = [
                Int(time.tm_year) + 1900, Int(time.tm_mon) + 1, Int(time.tm_mday), Int(time.tm_hour), Int(time.tm_min),
                Int(time.tm_sec),
            ]
            details.setTaken(LocalTime(exif: parts.map(String.init).joined(separator: ":"), zone: nil))
        }
        if header.has_coordinate {
            details.setCoordinate(Address.Coordinate(latitude: header.latitude, longitude: header.longitude))
        }
        return details
    }
}

/// The largest JPEG in a raw file that LibRaw doesn't support, in place of the picture.
private final class EmbeddedPreview: PictureDecoder {
    let orientation: Orientation
    let isFasterReduced = true
    private let jpeg: JPEGDecoder
    private let file: FileBytes

    /// Returns nil if there is none.
    init?(of file: FileBytes, limits: DecodeLimits) {
        guard let jpeg = JPEGDecoder.largest(in: file, limits: limits) else { return nil }
        self.jpeg = jpeg
        self.file = file
        orientation = jpeg.orientation != .upright ? jpeg.orientation : Orientation(Self.exif(of: file))
    }

    var size: PixelSize { jpeg.size }
    var profile: [UInt8]? { jpeg.profile }
    var maxFactor: Int { jpeg.maxFactor }

    var details: PhotoDetails? {
        ExifBlock(file.bytes).map(PhotoDetails.init)
            ?? EmbeddedJPEGs.canonDetails(in: file.bytes, orientation: orientation, storedSize: size) ?? jpeg.details
    }

    private static func exif(of file: FileBytes) -> ExifBlock? {
        ExifBlock(file.bytes) ?? EmbeddedJPEGs.canonExif(in: file.bytes)
    }

    func producedPixels(for plan: DecodePlan) -> Int { jpeg.producedPixels(for: plan) }
    func memory(for plan: DecodePlan) -> Int { jpeg.memory(for: plan) }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        try jpeg.decode(plan, limits: limits, cancellation: cancellation)
    }
}

extension JPEGDecoder {
    /// Opens the largest JPEG in a raw file; nil if there is none.
    fileprivate static func largest(in file: FileBytes, limits: DecodeLimits) -> JPEGDecoder? {
        let ranges = EmbeddedJPEGs.ranges(in: file.bytes) + EmbeddedJPEGs.unlistedRanges(in: file.bytes)
        return ranges.map { (range: $0, size: EmbeddedJPEGs.size(of: $0, in: file.bytes)) }
            .sorted { $0.size > $1.size }.lazy
            .compactMap { try? JPEGDecoder(FileBytes($0.range, of: file), limits: limits) }
            .first { $0.size.count > 0 }
    }
}

/// The preview in a raw file: in most of them a JPEG.
private enum RAWPreview {
    case jpeg(JPEGDecoder)
    case pixels(RAWPixels)

    /// Returns nil if there is none, or a damaged one.
    init?(_ picture: tintype_raw_picture, limits: DecodeLimits) {
        switch picture.encoding {
        case .none: return nil
        case .rgb:
            guard let pixels = RAWPixels(picture) else { return nil }
            self = .pixels(pixels)
        case .jpeg:
            let bytes = UnsafeRawBufferPointer(start: picture.bytes, count: picture.count)
            let encoded = FileBytes(capacity: bytes.count) { memory in
                memory.copyMemory(from: bytes)
                return bytes.count
            }
            guard let decoder = try? JPEGDecoder(encoded, limits: limits), decoder.size.count > 0 else { return nil }
            self = .jpeg(decoder)
        }
    }

    /// Opens a JPEG in a file, without copying it; nil if it is damaged.
    init?(_ range: Range<Int>, of file: FileBytes, limits: DecodeLimits) {
        guard let decoder = try? JPEGDecoder(FileBytes(range, of: file), limits: limits), decoder.size.count > 0 else {
            return nil
        }
        self = .jpeg(decoder)
    }

    var size: PixelSize {
        switch self {
        case .jpeg(let decoder): decoder.size
        case .pixels(let pixels): pixels.size
        }
    }

    /// Whether this preview can replace a larger one: it has the same colors and orientation, and isn't a thumbnail, which
    /// cameras compress heavily.
    func canReplace(_ larger: RAWPreview) -> Bool {
        guard size.count < larger.size.count, max(size.width, size.height) >= Self.minSide, profile == larger.profile
        else { return false }
        guard case (.jpeg(let decoder), .jpeg(let largerDecoder)) = (self, larger) else { return true }
        return decoder.orientation == largerDecoder.orientation
    }

    /// The longer side of thumbnails is up to 160 pixels.
    private static let minSide = 320

    var profile: [UInt8]? { if case .jpeg(let decoder) = self { decoder.profile } else { nil } }

    var exifBlock: ExifBlock? { if case .jpeg(let decoder) = self { decoder.exifBlock } else { nil } }

    /// Whether the preview shows the whole sensor in the same orientation.
    func isReduction(of sensor: PixelSize) -> Bool {
        // Cameras crop up to two percent, and round small previews.
        let skew = abs(size.width * sensor.height - size.height * sensor.width)
        return 100 * skew <= 2 * size.width * sensor.height + 100 * max(sensor.width, sensor.height)
    }

    /// Returns the orientation of a preview that doesn't show the whole sensor.
    func ownOrientation(sensor: PixelSize?, _ rawOrientation: Orientation) -> Orientation {
        if case .jpeg(let decoder) = self, decoder.orientation != .upright { return decoder.orientation }
        guard let sensor else { return rawOrientation }
        let isRotated = (size.width > size.height) != (sensor.width > sensor.height)
        return isRotated ? .upright : rawOrientation
    }

    func producedPixels(for plan: DecodePlan) -> Int {
        switch self {
        case .jpeg(let decoder): decoder.producedPixels(for: plan)
        case .pixels: plan.region.size.count
        }
    }

    func memory(for plan: DecodePlan) -> Int {
        switch self {
        case .jpeg(let decoder): decoder.memory(for: plan)
        case .pixels: plan.bytes + 4 * size.width * (plan.factor + 1)
        }
    }

    func decode(_ plan: DecodePlan, limits: DecodeLimits, cancellation: DecodeCancellation) throws -> DecodedPixels {
        switch self {
        case .jpeg(let decoder): try decoder.decode(plan, limits: limits, cancellation: cancellation)
        case .pixels(let pixels): try pixels.decode(plan, cancellation: cancellation)
        }
    }
}

/// Rows of red, green and blue in LibRaw's memory, valid while the file is open.
private struct RAWPixels {
    let size: PixelSize
    private let start: UnsafePointer<UInt8>

    init?(_ picture: tintype_raw_picture) {
        guard picture.encoding == .rgb, let bytes = picture.bytes,
            let size = PixelSize(width: Side(picture.width), height: Side(picture.height)),
            3 * size.count <= picture.count
        else { return nil }
        self.size = size
        start = bytes
    }

    func decode(_ plan: DecodePlan, cancellation: DecodeCancellation) throws -> DecodedPixels {
        var rows = RowCollector(region: plan.region, factor: plan.factor, hasAlpha: false)
        var pixels = [UInt8](repeating: 255, count: 4 * size.width)
        for y in 0..<size.height where !rows.isComplete {
            if y.isMultiple(of: 16) { try cancellation.check() }
            let row = start + 3 * size.width * y
            for x in 0..<size.width {
                pixels[4 * x] = row[3 * x]
                pixels[4 * x + 1] = row[3 * x + 1]
                pixels[4 * x + 2] = row[3 * x + 2]
            }
            rows.append(pixels)
        }
        return rows.finish()
    }
}

extension DecodedPixels {
    /// Returns the pixels in the size of a plan.
    fileprivate consuming func fitted(to target: PixelSize) -> DecodedPixels {
        if size == target { return self }
        // Inks must be converted before averaging; no camera stores any.
        if model == .lightCMYK { return convertedToSRGB(profile: nil).scaled(to: target) }
        return scaled(to: target)
    }
}

extension PictureFormat {
    /// The raw formats of cameras.
    static let raw: Self = PictureFormat(
        name: "RAW", fileExtensions: rawExtensions, mimeType: "image/x-dcraw", matches: { RAWSignature.matches($0) },
        libraries: { [.raw] }, decoder: { try RAWDecoder.open($0, in: $1) },
        preview: { file, context in
            let contents = try OpenedPicture.contents(of: file, format: .raw, bytes: file.size, in: context)
            return try (RAWDecoder.open(contents, in: context) as? RAWDecoder)?.thumbnail?
                .level(of: file.version, in: context)
        },
        readMetadata: { try $0.readTIFF(&$1) })

    /// A raw file without an extension is called DNG, which is the common one.
    static let rawExtensions = ["dng"] + FileKind.raw.extensions.subtracting(["dng"]).sorted()
}

extension SystemLibrary {
    fileprivate static let raw: SystemLibrary = {
        // Followed by the kind of the release: `0.20.2-Release`.
        let version = tintype_raw_version().map { String(cString: $0).prefix { $0 != "-" } }
        return SystemLibrary(soname: String(cString: tintype_raw_soname()), version: version.map(String.init))
    }()
}
