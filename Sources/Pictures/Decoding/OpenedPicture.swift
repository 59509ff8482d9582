import Albums
import Basics
import CellArt

/// An encoded picture with its header parsed.
struct OpenedPicture {
    private let decoder: any PictureDecoder
    /// How to make the stored pixels upright.
    private let orientation: Orientation
    private let fileBytes: Int
    private let version: IdentifiedFile?
    private let context: DecodeContext

    /// - Throws: `PictureFailure`, or `CancellationError` if the decode is cancelled.
    init(_ source: EncodedSource, in context: DecodeContext) throws {
        let file = try source.open()
        try self.init(file, format: file.format(cancellation: context.cancellation), bytes: file.size, in: context)
    }

    init(_ file: any EncodedPicture, format: PictureFormat, bytes: Int, in context: DecodeContext) throws {
        decoder = try format.decoder(Self.contents(of: file, format: format, bytes: bytes, in: context), context)
        guard decoder.size.width > 0, decoder.size.height > 0 else {
            throw PictureFailure.damaged(format: format.name)
        }
        orientation =
            context.orientation.map { [decoder] in
                decoder.orientation.followed(by: decoder.fileOrientation.change(to: $0))
            } ?? decoder.orientation
        fileBytes = bytes
        version = file.version
        self.context = context
    }

    /// Reads the beginning of a file, or maps a raw file, because its preview needs only a small part.
    static func contents(
        of file: any EncodedPicture, format: PictureFormat, bytes: Int, in context: DecodeContext
    ) throws -> FileBytes {
        guard bytes <= context.limits.fileBytes else {
            throw PictureFailure.fileTooLarge(maxBytes: context.limits.fileBytes)
        }
        if format == .raw, let mapped = file.mapped() { return mapped }
        return try file.read(bytes, at: 0, cancellation: context.cancellation)
    }

    /// Opens a picture to read only its size and details.
    static func header(of source: EncodedSource, in context: DecodeContext) throws -> OpenedPicture {
        let file = try source.open()
        let format = try file.format(cancellation: context.cancellation)
        // Long metadata or comments may precede the size.
        if format.hasSizeAtStart, file.size > headerBytes,
            let header = try? OpenedPicture(file, format: format, bytes: headerBytes, in: context)
        {
            return header
        }
        return try OpenedPicture(file, format: format, bytes: file.size, in: context)
    }

    private static let headerBytes = 256 << 10

    /// The upright size.
    var size: PixelSize { orientation.rotated(decoder.size) }

    /// The orientation in the metadata of the file.
    var fileOrientation: Orientation { decoder.fileOrientation }

    /// Whether the pixels are stored in upright orientation.
    var isStoredUpright: Bool { orientation == .upright }

    /// The embedded metadata about the photo.
    var details: PhotoDetails { decoder.details ?? PhotoDetails() }

    /// The thumbnail in the EXIF of a raw file.
    var thumbnail: ExifThumbnail? { (decoder as? RAWDecoder)?.thumbnail }

    /// Decodes the pixels that are needed.
    func level(_ extent: DecodedExtent) throws -> PictureLevel {
        switch extent {
        case .thumbnail(let box):
            // A JPEG at an eighth of its size may have slightly fewer pixels than the thumbnail, and more than enough.
            let factor = factor(for: size.fitted(to: ThumbnailSize.minSide(of: size, box: box)))
            let (target, reduced) = (ThumbnailSize.size(of: size, box: box), size.divided(by: factor))
            return try level(
                of: PixelRegion(all: size), factor: factor, scaledTo: target.width < reduced.width ? target : nil)
        case .cached(let side):
            let target = size.fitted(to: side)
            return try level(of: PixelRegion(all: size), factor: factor(for: target), scaledTo: target)
        case .covering(let target):
            return try level(of: PixelRegion(all: size), factor: factor(for: target))
        case .fitting(let box, let pixelAspect):
            let fit = CellFit.size(
                width: size.width, height: size.height, columns: box.width, rows: box.height, cellAspect: pixelAspect)
            return try level(.covering(PixelSize(width: fit.columns, height: fit.rows)))
        case .region(let region, let factor, let maxBytes):
            // Pictures that must be decoded in full are kept in full, for zooming in.
            if !decoder.isFasterReduced, size.count <= maxBytes / 4 {
                return try level(of: PixelRegion(all: size), factor: 1)
            }
            return try level(of: region, factor: min(factor, decoder.maxFactor))
        }
    }

    /// Returns the largest reduction factor that leaves at least `target` pixels in each direction.
    private func factor(for target: PixelSize) -> Int {
        var factor = 1
        while factor < decoder.maxFactor {
            let reduced = size.divided(by: 2 * factor)
            guard reduced.width >= target.width, reduced.height >= target.height else { break }
            factor *= 2
        }
        return factor
    }

    /// Decodes part of the upright picture at 1/`factor`, a power of two up to `maxFactor`.
    func level(of region: PixelRegion, factor: Int) throws -> PictureLevel {
        try level(of: region, factor: factor, scaledTo: nil)
    }

    private func level(of region: PixelRegion, factor: Int, scaledTo target: PixelSize?) throws -> PictureLevel {
        var factor = factor
        var plan = DecodePlan(region: orientation.stored(region, in: decoder.size), factor: factor)
        while !isWithinLimits(plan), decoder.isFasterReduced, factor < min(decoder.maxFactor, Self.maxCoarseFactor) {
            factor *= 2
            plan = DecodePlan(region: plan.region, factor: factor)
        }
        guard isWithinLimits(plan) else {
            // A coarse picture is better than none.
            if let preview = try preview() { return preview }
            throw PictureFailure.tooLarge(width: size.width, height: size.height)
        }
        let needed = memory(for: plan)
        return try context.memory.withMemory(needed) {
            var pixels = try decoder.decode(plan, limits: context.limits, cancellation: context.cancellation)
            // CMYK must be converted to RGB before averaging.
            if pixels.model == .lightCMYK { pixels = pixels.convertedToSRGB(profile: decoder.profile) }
            // A coarser picture than planned may be smaller than the target.
            if let target, target.width <= orientation.rotated(pixels.size).width {
                pixels = pixels.scaled(to: orientation.rotated(target))
            }
            let isTruncated = pixels.isTruncated
            return PictureLevel(
                bitmap: pixels.convertedToSRGB(profile: decoder.profile).rotated(orientation), region: region,
                pictureSize: size,
                origin: decoder.isFasterReduced && factor > 1 ? .scaledDecode(factor: factor) : .fullDecode,
                factor: factor, isTruncated: isTruncated, file: version)
        }
    }

    /// The maximum reduction of a picture that exceeds the limits: that of a JPEG's DC image.
    private static let maxCoarseFactor = 8

    private func isWithinLimits(_ plan: DecodePlan) -> Bool {
        decoder.producedPixels(for: plan) <= context.limits.pixels && memory(for: plan) <= context.limits.memory
    }

    private func memory(for plan: DecodePlan) -> Int {
        fileBytes + decoder.memory(for: plan) + (orientation == .upright ? 0 : plan.bytes)
    }

    /// Decodes the embedded preview of a picture; nil without parsing the file if its format has no previews.
    static func preview(of source: EncodedSource, in context: DecodeContext) throws -> PictureLevel? {
        let file = try source.open()
        return try file.format(cancellation: context.cancellation).preview(file, context)
    }

    /// Decodes the embedded preview of the whole picture if that is much faster.
    func preview() throws -> PictureLevel? {
        guard let previewSize = decoder.previewSize else { return nil }
        // Planes with up to two bytes per sample, RGBA, and a rotated copy.
        let pixels = try context.memory.withMemory(fileBytes + 17 * previewSize.count) {
            try decoder.preview(cancellation: context.cancellation)
        }
        return pixels.map { pixels in
            PictureLevel(
                bitmap: pixels.convertedToSRGB(profile: decoder.profile).rotated(orientation),
                region: PixelRegion(all: size), pictureSize: size,
                origin: .scaledDecode(factor: decoder.size.width / previewSize.width), file: version)
        }
    }
}

/// The format-independent parameters of a decode.
struct DecodeContext: Sendable {
    let limits: DecodeLimits
    let memory: any DecodeMemory
    let cancellation: DecodeCancellation
    /// Replaces the orientation in the file.
    var orientation: Orientation?

    /// Starts counting the current thread's processor time.
    init(
        limits: DecodeLimits, seconds: Double, memory: any DecodeMemory, cancellation: DecodeCancellation,
        orientation: Orientation? = nil
    ) {
        self.limits = limits
        self.memory = memory
        self.cancellation = cancellation
        self.orientation = orientation
        cancellation.begin(seconds: seconds)
    }
}
