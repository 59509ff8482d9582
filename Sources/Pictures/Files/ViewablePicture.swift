/// A file that may be handed to the desktop, which opens any kind of file by its name or its content: by both it is a picture,
/// and no program, document or link to a program.
public struct ViewablePicture: Sendable {
    public let path: [UInt8]

    /// Looks at the first bytes of the file; nil where it is not there or not such a picture.
    public init?(path: [UInt8]) {
        let name = path.suffix { $0 != UInt8(ascii: "/") }
        if let dot = name.lastIndex(of: UInt8(ascii: ".")) {
            let fileExtension = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
            guard Self.extensions.contains(fileExtension) else { return nil }
        }
        guard (try? EncodedSource.file(path: path).checkFormat()) != nil else { return nil }
        self.path = path
    }

    /// Of the formats that are shown. SVG, for one, is a document with scripts.
    private static let extensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "apng", "webp", "gif", "heic", "heif", "hif", "avif", "avifs", "tif",
        "tiff",
    ]
}

extension [UInt8] {
    /// The longest end of which every byte is wanted.
    fileprivate func suffix(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !isWanted($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
