/// A file that is safe to open with the desktop, which chooses the application by name or content. Both must indicate a
/// picture, so that no program, document or launcher is opened.
public struct ViewablePicture: Sendable {
    public let path: [UInt8]

    /// Checks the first bytes of the file; nil if it doesn't exist or isn't such a picture.
    public init?(path: [UInt8]) {
        let name = path.suffix { $0 != UInt8(ascii: "/") }
        if let dot = name.lastIndex(of: UInt8(ascii: ".")) {
            let fileExtension = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
            guard Self.extensions.contains(fileExtension) else { return nil }
        }
        guard (try? EncodedSource.file(path: path).checkFormat()) != nil else { return nil }
        self.path = path
    }

    /// The extensions of the supported formats. SVG isn't among them, because it can contain scripts.
    private static let extensions = Set(
        [
            "jpg", "jpeg", "jpe", "jfif", "png", "apng", "webp", "gif", "heic", "heif", "hif", "avif", "avifs", "tif",
            "tiff", "bmp", "dib", "pnm", "ppm", "pgm", "pbm", "pam", "jxl",
        ] + PictureFormat.rawExtensions)
}

extension [UInt8] {
    /// Returns the longest suffix in which every byte satisfies the predicate.
    fileprivate func suffix(while predicate: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
