import Albums
import Basics
import CellArt

/// Makes JPEGs of pictures in all formats: scaled, upright, in sRGB, and with their metadata.
public struct ScaledJPEG: Sendable {
    private let workers: DecodingWorkers

    public init(_ workers: DecodingWorkers) {
        self.workers = workers
    }

    /// Returns the JPEG of a picture and its sidecars. Blocks.
    /// - Throws: `PictureFailure`, also for a truncated picture, whose copy would look complete; or `CancellationError`.
    public func bytes(
        of source: EncodedSource, _ export: JPEGExport, cancellation: DecodeCancellation = DecodeCancellation()
    ) throws -> [UInt8] {
        var request = DecodingRequest(source)
        request.limits.tileSeconds = request.limits.viewSeconds
        let level = try workers.render(request, .cached(side: export.maxSide), cancellation: cancellation)
        let format = try source.open().format(cancellation: cancellation)
        guard !level.isTruncated else { throw PictureFailure.damaged(format: format.name) }
        let white = RGB(.max, .max, .max)
        guard let file = JPEGEncoder.encode(level.bitmap.composited(on: white), quality: Self.quality) else {
            throw PictureFailure.neededTooMuchMemory
        }
        let size = PixelSize(width: level.bitmap.width, height: level.bitmap.height)
        let metadata = try workers.metadata(
            of: request, size: size, stripsPlaces: export.stripsPlaces, cancellation: cancellation)
        // Behind the JFIF segment, which comes first.
        let start = 4 + (file[4...].bigEndian(2, at: 0) ?? 0)
        return file[..<start] + metadata + file[start...]
    }

    private static let quality = 90
}
