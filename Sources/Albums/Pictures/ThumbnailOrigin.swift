import Basics

/// The file that a cached thumbnail shows, in the state in which it shows it (Thumbnail Managing Standard 0.9.0).
public struct ThumbnailOrigin: Hashable, Sendable {
    /// The absolute path.
    public let path: [UInt8]
    /// The modification time in whole seconds since 1970.
    public let modified: Int
    /// The size in bytes.
    public let bytes: Int

    public init(path: [UInt8], modified: Int, bytes: Int) {
        self.path = path
        self.modified = modified
        self.bytes = bytes
    }

    /// The URI, escaped byte by byte like g_filename_to_uri of GLib: another escaping would be the key of another
    /// entry.
    public var uri: String { "file://" + Self.escaped(path) }

    /// The URIs of the file in a shared repository beside it. Older versions of the standard lacked the dot and slash.
    public var sharedURIs: [String] {
        let name = Self.escaped(Array(path.split(separator: UInt8(ascii: "/")).last ?? []))
        return ["./" + name, name]
    }

    private static func escaped(_ path: [UInt8]) -> String {
        PercentEncoding.encode(path) { PercentEncoding.isUnreserved($0) || unescaped.contains($0) }
    }

    private static let unescaped = Set("!$&'()*+,/:=@".utf8)
}

/// A candidate thumbnail in the cache; readers validate it.
public struct ThumbnailEntry: Hashable, Sendable {
    public let path: [UInt8]
    /// The valid values of `Thumb::URI`.
    public let uris: [String]

    public init(path: [UInt8], uris: [String]) {
        self.path = path
        self.uris = uris
    }
}

/// The marks by which files in a thumbnail cache are recognized.
public enum ThumbnailMark {
    /// The value of the key `Software` in our own thumbnails.
    public static let software = "Tintype"

    /// The number of leading bytes that identify the program that wrote the file.
    public static let length = 37 + mark.count

    /// Returns whether a thumbnail with these first bytes is our own. The key is in the first chunk after the header,
    /// so the file need not be parsed.
    public static func isOwn(_ head: some Collection<UInt8>) -> Bool {
        head.count >= length && head.dropFirst(37).prefix(mark.count).elementsEqual(mark)
    }

    /// The type and the content of the chunk, after the signature, the header chunk and the length.
    private static let mark = Array("tEXtSoftware\0\(software)".utf8)
}
