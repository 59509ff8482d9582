import CellArt
import Glibc

/// A bitmap in a temporary file in portable pixmap format, deleted together with this object.
final class TemporaryPixmap {
    struct Failure: Error {}

    let path: String

    init(_ bitmap: Bitmap) throws(Failure) {
        path = "/tmp/tintype-bench-\(getpid()).ppm"
        let header = "P6 \(bitmap.width) \(bitmap.height) 255\n"
        let pixels = bitmap.pixels.indices.lazy.filter { $0 % 4 != 3 }.map { bitmap.pixels[$0] }
        let bytes = Array(header.utf8) + pixels
        guard let file = fopen(path, "wb") else { throw Failure() }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Failure() }
    }

    deinit { unlink(path) }
}
