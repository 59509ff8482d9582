/// What the name of a file says about it.
public struct PictureFileName {
    /// Extensions of pictures, also of formats that are known but not shown: their tiles say so.
    static let extensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "apng", "webp", "gif", "heic", "heif", "hif", "avif", "avifs", "tif",
        "tiff",
        "svg", "svgz", "psd", "ico", "tga", "jp2", "bmp",
    ]

    /// The name without its extension, with stand-ins for what is not UTF-8.
    let title: String
    public let isPicture: Bool

    public init(_ name: some RandomAccessCollection<UInt8>) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
            title = String(decoding: name, as: UTF8.self)
            isPicture = false
            return
        }
        title = String(decoding: name[..<dot], as: UTF8.self)
        let fileExtension = String(decoding: name[name.index(after: dot)...], as: UTF8.self)
        isPicture = Self.extensions.contains(fileExtension.lowercased())
    }
}
