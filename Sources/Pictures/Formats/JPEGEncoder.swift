import CPictureShims
import CellArt
import Glibc

/// Encodes pixels as JPEG using libjpeg-turbo, for terminals that take it.
public enum JPEGEncoder {
    /// Returns a JPEG file without transparency; nil if the bitmap is too large for the format.
    /// - Parameter quality: from 1 to 100.
    @Sendable
    public static func encode(_ bitmap: Bitmap, quality: Int) -> [UInt8]? {
        var count = 0
        let file = tintype_jpeg_encode(
            bitmap.pixels, Int32(clamping: bitmap.width), Int32(clamping: bitmap.height), Int32(clamping: quality),
            &count)
        defer { free(file) }
        return file.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }
}
