import Albums
import CellArt

/// An encoded picture whose header is read.
struct OpenedPicture {
    private let decoder: any PictureDecoder
    private let fileBytes: Int
    private let context: DecodeContext

    /// - Throws: `PictureFailure`, or `CancellationError` when told to stop.
    init(path: [UInt8], in context: DecodeContext) throws {
        let file = try PictureFile(path: path)
        try self.init(file, format: file.format(stop: context.stop), bytes: file.size, in: context)
    }

    private init(_ file: PictureFile, format: PictureFormat, bytes: Int, in context: DecodeContext) throws {
        guard bytes <= context.limits.fileBytes else { throw PictureFailure.tooLarge(width: 0, height: 0) }
        decoder = try format.decoder(of: file.read(bytes, stop: context.stop), limits: context.limits)
        guard decoder.size.width > 0, decoder.size.height > 0 else {
            throw PictureFailure.damaged(format: format.rawValue)
        }
        fileBytes = bytes
        self.context = context
    }

    /// The upright size of a picture in a file.
    static func size(path: [UInt8], in context: DecodeContext) throws -> PixelSize {
        let file = try PictureFile(path: path)
        let format = try file.format(stop: context.stop)
        // Of the formats, only JPEG says all that matters at its beginning; long metadata may still come first.
        if format == .jpeg, file.size > headerBytes,
            let header = try? OpenedPicture(file, format: format, bytes: headerBytes, in: context)
        {
            return header.size
        }
        return try OpenedPicture(file, format: format, bytes: file.size, in: context).size
    }

    private static let headerBytes = 256 << 10

    /// Upright.
    var size: PixelSize { decoder.orientation.turned(decoder.size) }

    /// Whether a reduced decode is less work than a full one.
    var isFasterReduced: Bool { decoder.isFasterReduced }

    /// The largest factor that a level may have.
    var maxFactor: Int { decoder.maxFactor }

    /// The whole picture, at least as large as `target` if it is so itself, and less than twice that where possible.
    func level(covering target: PixelSize) throws -> PictureLevel {
        var factor = 1
        while factor < decoder.maxFactor {
            let reduced = size.divided(by: 2 * factor)
            guard reduced.width >= target.width, reduced.height >= target.height else { break }
            factor *= 2
        }
        return try level(of: PixelRegion(all: size), factor: factor)
    }

    /// A part of the upright picture at 1/`factor`, a power of two up to `maxFactor`.
    func level(of region: PixelRegion, factor: Int) throws -> PictureLevel {
        let turn = decoder.orientation
        let plan = DecodePlan(region: turn.stored(region, in: decoder.size), factor: factor)
        let tooLarge = PictureFailure.tooLarge(width: size.width, height: size.height)
        guard decoder.producedPixels(for: plan) <= context.limits.pixels else { throw tooLarge }
        let needed = fileBytes + decoder.memory(for: plan) + (turn == .upright ? 0 : plan.bytes)
        guard needed <= context.limits.memory else { throw tooLarge }
        let bitmap = try context.memory.withMemory(needed) {
            try decoder.decode(plan, limits: context.limits, stop: context.stop)
                .convertedToSRGB(profile: decoder.profile)
                .turned(turn)
        }
        return PictureLevel(bitmap: bitmap, region: region, pictureSize: size)
    }
}

extension DecodedPixels {
    fileprivate consuming func turned(_ turn: Orientation) -> Bitmap {
        let upright = turn.turned(size)
        let alphas = stride(from: 3, to: bytes.count, by: 4)
        let isOpaque = !hasAlpha || alphas.allSatisfy { bytes[$0] == 255 }
        return Bitmap(
            width: upright.width, height: upright.height, pixels: turn.turned(bytes, size: size), isOpaque: isOpaque)
    }
}
