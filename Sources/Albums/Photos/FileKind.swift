/// The kind of a photo's file.
public enum FileKind: String, Hashable, Sendable {
    case picture
    /// A raw file of a camera.
    case raw
    case video

    /// Derives the kind from an extension in lowercase; nil for other files.
    public init?(fileExtension: String) {
        if Self.picture.extensions.contains(fileExtension) || Self.unsupportedPictures.contains(fileExtension) {
            self = .picture
        } else if Self.raw.extensions.contains(fileExtension) {
            self = .raw
        } else if Self.video.extensions.contains(fileExtension) {
            self = .video
        } else {
            return nil
        }
    }

    /// Derives the kind from a name or path; nil for other files, and without an extension.
    public init?(fileNamed name: some RandomAccessCollection<UInt8>) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
        self.init(fileExtension: String(decoding: name[name.index(after: dot)...], as: UTF8.self).lowercased())
    }

    /// The extensions of the formats that the program supports, in lowercase.
    public var extensions: Set<String> {
        switch self {
        case .picture: Self.pictures
        case .raw: Self.raws
        case .video: Self.videos
        }
    }

    /// Whether the program shows files with an extension in lowercase.
    public static func isSupported(fileExtension: String) -> Bool {
        FileKind(fileExtension: fileExtension) != nil && !unsupportedPictures.contains(fileExtension)
    }

    private static let pictures: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "apng", "webp", "gif", "heic", "heif", "hif", "avif", "avifs", "tif",
        "tiff", "bmp", "dib", "pbm", "pgm", "ppm", "pnm", "pam", "jxl",
    ]

    /// Formats that are recognized but not supported: their tiles say so.
    private static let unsupportedPictures: Set<String> = ["svg", "svgz", "psd", "ico", "tga", "jp2"]

    /// Those that LibRaw reads.
    private static let raws: Set<String> = [
        "3fr", "ari", "arw", "bay", "cap", "cr2", "cr3", "crw", "dcr", "dcs", "dng", "drf", "eip", "erf", "fff", "gpr",
        "iiq", "k25", "kdc", "mdc", "mef", "mos", "mrw", "nef", "nrw", "orf", "pef", "ptx", "raf", "raw", "rw2", "rwl",
        "rwz", "sr2", "srf", "srw", "x3f",
    ]

    /// Videos of cameras and phones, and from the web.
    private static let videos: Set<String> = [
        "3g2", "3gp", "asf", "avi", "flv", "insv", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "mxf",
        "ogv", "vob", "webm", "wmv",
    ]
}
