import Albums
import Basics
import CWebP
import CellArt

extension PictureLoader {
    /// Returns a photo as a small WebP for storage, at most 256 pixels wide and high.
    /// - Throws: `PictureFailure`, or `CancellationError` if the task is cancelled.
    public func encodedThumbnail(of photo: PhotoVersion, from source: PictureSource) async throws -> [UInt8] {
        let side = 256
        // This box results in thumbnails of that size, which also serve for tiles.
        let box = PixelSize(width: side / 2, height: side / 2)
        let level = try await thumbnail(of: photo, from: source, box: box, priority: .prefetch)
        return try await threads.run(.prefetch) { _ in try level.opaqueBitmap.fitted(to: side).webP() }
    }
}

extension Bitmap {
    /// Returns the bitmap reduced to at most `side` pixels in each direction.
    func fitted(to side: Int) -> Bitmap {
        let size = PixelSize(width: width, height: height).fitted(to: side)
        return scaled(toWidth: size.width, height: size.height)
    }

    /// Encodes the bitmap lossily, in a quality that looks like the original in a tile.
    fileprivate func webP() throws(PictureFailure) -> [UInt8] {
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = WebPEncodeRGBA(pixels, Int32(width), Int32(height), Int32(4 * width), 80, &encoded)
        guard let encoded, count > 0 else { throw .unreadable(reason: "no memory for a thumbnail") }
        defer { WebPFree(encoded) }
        return Array(UnsafeBufferPointer(start: encoded, count: count))
    }
}
