import Albums
import Basics
import CellArt

/// The thumbnail in an EXIF block (EXIF 2.32, 4.5.8), in most cameras 160 x 120 pixels.
struct ExifThumbnail {
    /// The stored size of the picture itself.
    private let pictureSize: PixelSize
    private let orientation: Orientation
    private let profile: [UInt8]?
    private let encoded: FileBytes

    /// Reads as much of the file as precedes the picture's own pixels, within limits; nil if that contains no thumbnail,
    /// or one of another picture.
    init?(of file: any EncodedPicture, in context: DecodeContext) throws {
        for count in Self.headBytes {
            let head = try file.read(count, at: 0, cancellation: context.cancellation)
            let metadata = JPEGMetadata(head.bytes, maxProfileBytes: context.limits.profileBytes)
            if let size = metadata.size {
                self.init(head, metadata, of: size)
                return
            }
            if head.count < count { return nil }
        }
        return nil
    }

    /// Decodes the EXIF thumbnail of a file with damaged pixels; returns nil if that is damaged too, or missing.
    static func level(ofDamaged file: any EncodedPicture, in context: DecodeContext) throws -> PictureLevel? {
        guard try file.format(cancellation: context.cancellation) == .jpeg else { return nil }
        let head = try file.read(headBytes[2], at: 0, cancellation: context.cancellation)
        let metadata = JPEGMetadata(head.bytes, maxProfileBytes: context.limits.profileBytes)
        guard let range = metadata.exif,
            let exif = ExifBlock(UnsafeRawBufferPointer(rebasing: head.bytes[range])),
            let size = metadata.size ?? exif.pictureSize ?? exif.thumbnailSize,
            let thumbnail = ExifThumbnail(exif, of: size, profile: metadata.profile),
            var level = try thumbnail.level(
                by: JPEGDecoder(thumbnail.encoded, limits: context.limits), of: file.version, in: context)
        else { return nil }
        level.isTruncated = true
        return level
    }

    private init?(_ head: FileBytes, _ metadata: JPEGMetadata, of size: PixelSize) {
        guard let range = metadata.exif,
            let exif = ExifBlock(UnsafeRawBufferPointer(rebasing: head.bytes[range]))
        else { return nil }
        self.init(exif, of: size, profile: metadata.profile)
    }

    /// Finds the thumbnail of a picture with this stored size; nil if its EXIF contains none, or one of another picture.
    init?(_ exif: ExifBlock, of size: PixelSize, profile: [UInt8]?) {
        let entries = exif.thumbnail
        guard let offset = entries.integer(0x0201), let count = entries.integer(0x0202),
            let bytes = exif.bytes(at: offset, count: count), PictureFormat.matching(bytes) == .jpeg
        else { return nil }
        // A program that has rotated the picture may have kept the thumbnail, with its own orientation.
        let own = exif.main.integer(Orientation.tag) ?? 1
        guard entries.integer(Orientation.tag) ?? own == own, !exif.thumbnailIsOlder(thanPictureOf: size) else {
            return nil
        }
        pictureSize = size
        orientation = Orientation(exif)
        self.profile = profile
        encoded = FileBytes(capacity: count) { memory in
            memory.copyMemory(from: bytes)
            return count
        }
    }

    /// The metadata of nearly all cameras fits into 64 KB. Beyond 1 MB, decoding the picture is hardly slower.
    private static let headBytes = [64 << 10, 256 << 10, 1 << 20]

    /// Decodes the thumbnail, without the bars that pad it to another aspect ratio; nil if it is damaged, not much
    /// smaller than the picture, or shows another one.
    /// - Parameter file: the version of the file.
    func level(of file: IdentifiedFile?, in context: DecodeContext) throws -> PictureLevel? {
        let decoder = try JPEGDecoder(encoded, limits: context.limits)
        guard Self.minReduction * decoder.size.count <= pictureSize.count else { return nil }
        return try level(by: decoder, of: file, in: context)
    }

    private func level(
        by decoder: JPEGDecoder, of file: IdentifiedFile?, in context: DecodeContext
    ) throws -> PictureLevel? {
        guard decoder.size.count <= Self.maxPixels, let content = Letterbox(decoder.size, around: pictureSize) else {
            return nil
        }
        let plan = DecodePlan(region: PixelRegion(all: decoder.size), factor: 1)
        let pixels = try context.memory.withMemory(encoded.count + decoder.memory(for: plan) + plan.bytes) {
            try decoder.decode(plan, limits: context.limits, cancellation: context.cancellation)
        }
        guard !pixels.isTruncated else { return nil }
        let orientation = context.orientation ?? orientation
        let upright = orientation.rotated(pictureSize)
        return content.cropped(pixels.convertedToSRGB(profile: profile)).map { content in
            PictureLevel(
                bitmap: content.rotated(orientation), region: PixelRegion(all: upright), pictureSize: upright,
                origin: .exifThumbnail, file: file)
        }
    }

    /// Decodes the average color of the picture, without the bars around it; nil if the thumbnail is damaged or too large.
    ///
    /// Takes no memory of the budget, because that would need three more messages for each picture.
    func averageColor(in context: DecodeContext) throws -> AverageColor? {
        do {
            let decoder = try JPEGDecoder(encoded, limits: context.limits)
            let plan = DecodePlan(region: PixelRegion(all: decoder.size), factor: Self.colorFactor)
            guard decoder.memory(for: plan) <= Self.maxColorBytes,
                let content = Letterbox(decoder.size, around: pictureSize)
            else { return nil }
            let pixels = try decoder.decode(plan, limits: context.limits, cancellation: context.cancellation)
            guard !pixels.isTruncated else { return nil }
            let part = content.reduced(pixels.convertedToSRGB(profile: profile), by: Self.colorFactor)
            return part.rotated(.upright).averageColor
        } catch is PictureFailure {
            return nil
        }
    }

    /// Leaves the average of each block of 8 x 8 pixels, which needs no inverse DCT.
    private static let colorFactor = 8
    private static let maxColorBytes = 1 << 20

    private static let maxPixels = 1 << 20
    /// A reduced decode of a picture that is not much larger takes no longer.
    private static let minReduction = 4
}

extension ExifBlock {
    /// Returns whether the thumbnail predates an edit of the picture: EXIF records another size than the picture has,
    /// or another time for the thumbnail than for the picture.
    fileprivate func thumbnailIsOlder(thanPictureOf size: PixelSize) -> Bool {
        let modified: UInt16 = 0x0132
        if let time = thumbnail.text(modified), let own = main.text(modified), time != own { return true }
        return pictureSize.map { $0 != size } ?? false
    }

    /// The size of the thumbnail.
    fileprivate var thumbnailSize: PixelSize? {
        let entries = thumbnail
        guard let offset = entries.integer(0x0201), let count = entries.integer(0x0202) else { return nil }
        return bytes(at: offset, count: count).flatMap { JPEGMetadata($0, maxProfileBytes: 0).size }
    }

    /// The stored size of the picture, as the camera has noted it.
    fileprivate var pictureSize: PixelSize? {
        let details = directory(at: main.integer(0x8769))
        return PixelSize(
            width: details.integer(0xA002).flatMap { Side($0) }, height: details.integer(0xA003).flatMap { Side($0) })
    }
}

/// The black bars around a picture in a thumbnail of another aspect ratio, which cameras store as 4:3.
private struct Letterbox {
    /// The part of the thumbnail between the bars.
    private let content: PixelRegion
    private let size: PixelSize

    /// Returns nil if the bars would leave nothing.
    init?(_ thumbnail: PixelSize, around picture: PixelSize) {
        let scale = min(
            Double(thumbnail.width) / Double(picture.width), Double(thumbnail.height) / Double(picture.height))
        func margin(_ whole: Int, _ length: Int) -> Int {
            let excess = Double(whole) - scale * Double(length)
            return excess <= max(1, Self.tolerance * Double(whole)) ? 0 : Int((excess / 2).rounded(.up))
        }
        let (x, y) = (margin(thumbnail.width, picture.width), margin(thumbnail.height, picture.height))
        guard 2 * x < thumbnail.width, 2 * y < thumbnail.height else { return nil }
        content = PixelRegion(x: x, y: y, width: thumbnail.width - 2 * x, height: thumbnail.height - 2 * y)
        size = thumbnail
    }

    /// Differences in aspect ratio that come from cropping a sensor's edges, relative to a side.
    private static let tolerance = 0.01
    /// The brightness up to which a bar counts as black: it isn't quite, because of compression.
    private static let maxBrightness = 24

    /// Returns the pixels between the bars of a reduced thumbnail, without those on the edges of bars.
    func reduced(_ pixels: DecodedPixels, by factor: Int) -> DecodedPixels {
        func range(_ start: Int, _ length: Int, limit: Int) -> (start: Int, count: Int) {
            let (low, high) = ((start + factor - 1) / factor, min((start + length) / factor, limit))
            return low < high ? (low, high - low) : (0, limit)
        }
        let (x, width) = range(content.x, content.width, limit: pixels.size.width)
        let (y, height) = range(content.y, content.height, limit: pixels.size.height)
        return pixels.part(PixelRegion(x: x, y: y, width: width, height: height))
    }

    /// Returns the pixels between the bars; nil if the bars aren't black, so that the thumbnail shows another picture.
    func cropped(_ pixels: DecodedPixels) -> DecodedPixels? {
        guard content.size != size else { return pixels }
        // The innermost line of a bar may contain some of the picture.
        let (width, height) = (max(0, content.x - 1), max(0, content.y - 1))
        let bars = [
            PixelRegion(x: 0, y: 0, width: size.width, height: height),
            PixelRegion(x: 0, y: size.height - height, width: size.width, height: height),
            PixelRegion(x: 0, y: 0, width: width, height: size.height),
            PixelRegion(x: size.width - width, y: 0, width: width, height: size.height),
        ].filter { $0.size.count > 0 }
        guard !bars.isEmpty, bars.allSatisfy({ pixels.brightness(of: $0) <= Self.maxBrightness }) else { return nil }
        return pixels.part(content)
    }
}

extension Bitmap {
    /// The average in linear light.
    var averageColor: AverageColor {
        let pixel = scaled(toWidth: 1, height: 1).pixels
        return AverageColor(red: pixel[0], green: pixel[1], blue: pixel[2])
    }
}

extension DecodedPixels {
    /// The mean of the brightest channel of each pixel.
    fileprivate func brightness(of region: PixelRegion) -> Int {
        let sum = region.rows.reduce(0) { sum, y in
            let start = 4 * (y * size.width + region.x)
            return stride(from: start, to: start + 4 * region.width, by: 4).reduce(sum) {
                $0 + Int(max(bytes[$1], bytes[$1 + 1], bytes[$1 + 2]))
            }
        }
        return sum / region.size.count
    }

    fileprivate func part(_ region: PixelRegion) -> DecodedPixels {
        let part = region.rows.flatMap { y in
            let start = 4 * (y * size.width + region.x)
            return bytes[start..<start + 4 * region.width]
        }
        return DecodedPixels(size: region.size, bytes: part, model: model, hasAlpha: hasAlpha)
    }
}
