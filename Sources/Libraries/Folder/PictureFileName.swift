/// The title and kind of a file, derived from its name.
public struct PictureFileName {
    /// Extensions of pictures, including formats that are recognized but not supported: their tiles say so.
    static let extensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "apng", "webp", "gif", "heic", "heif", "hif", "avif", "avifs", "tif",
        "tiff", "bmp", "dib", "pbm", "pgm", "ppm", "pnm", "pam", "jxl",
        "svg", "svgz", "psd", "ico", "tga", "jp2",
    ]

    /// Extensions of videos from cameras and phones.
    private static let videoExtensions: Set<String> = [
        "3g2", "3gp", "asf", "avi", "flv", "insv", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "mxf",
        "ogv",
        "vob", "webm", "wmv",
    ]

    /// Extensions of raw camera formats (those that LibRaw reads).
    private static let rawExtensions: Set<String> = [
        "3fr", "ari", "arw", "bay", "cap", "cr2", "cr3", "crw", "dcr", "dcs", "dng", "drf", "eip", "erf", "fff", "gpr",
        "iiq", "k25", "kdc", "mdc", "mef", "mos", "mrw", "nef", "nrw", "orf", "pef", "ptx", "raf", "raw", "rw2", "rwl",
        "rwz", "sr2", "srf", "srw", "x3f",
    ]

    /// The name without its extension, with replacement characters for invalid UTF-8.
    let title: String
    let kind: Kind?
    /// The extension in lowercase; empty without one.
    let fileExtension: String

    enum Kind {
        case picture, raw, video
    }

    public var isPicture: Bool { kind == .picture || kind == .raw }

    public init(_ name: some RandomAccessCollection<UInt8>) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
            title = String(decoding: name, as: UTF8.self)
            kind = nil
            fileExtension = ""
            return
        }
        title = String(decoding: name[..<dot], as: UTF8.self)
        let lowercased = String(decoding: name[name.index(after: dot)...], as: UTF8.self).lowercased()
        fileExtension = lowercased
        kind =
            Self.extensions.contains(lowercased)
            ? .picture
            : Self.rawExtensions.contains(lowercased) ? .raw : Self.videoExtensions.contains(lowercased) ? .video : nil
    }
}
