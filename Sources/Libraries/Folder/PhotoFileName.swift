import Albums

/// The title and kind of a file, derived from its name.
public struct PhotoFileName {
    /// The name without its extension, with replacement characters for invalid UTF-8.
    let title: String
    /// Nil unless the file is a picture or video.
    public let kind: FileKind?
    /// The extension in lowercase; empty without one.
    let fileExtension: String

    public init(_ name: some RandomAccessCollection<UInt8>) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
            title = String(decoding: name, as: UTF8.self)
            kind = nil
            fileExtension = ""
            return
        }
        title = String(decoding: name[..<dot], as: UTF8.self)
        fileExtension = String(decoding: name[name.index(after: dot)...], as: UTF8.self).lowercased()
        kind = FileKind(fileExtension: fileExtension)
    }
}
