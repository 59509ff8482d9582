import Albums

/// A file that is safe to open with the desktop, which chooses the application by name or content. Both must indicate a
/// picture, or both a video, so that no program, document or launcher is opened.
public struct ViewableFile: Sendable {
    public let path: [UInt8]

    /// Checks the first bytes of the file; nil if it doesn't exist or isn't such a picture or video.
    public init?(path: [UInt8]) {
        guard let content = try? EncodedSource.file(path: path).open().content(cancellation: DecodeCancellation())
        else { return nil }
        let name = path.suffix { $0 != UInt8(ascii: "/") }
        if let dot = name.lastIndex(of: UInt8(ascii: ".")) {
            let fileExtension = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
            // SVG isn't among the extensions, because it can contain scripts.
            guard content.kinds.contains(where: { $0.extensions.contains(fileExtension) }) else { return nil }
        }
        self.path = path
    }
}

extension EncodedContent {
    /// The kinds of files with this content.
    fileprivate var kinds: [FileKind] {
        switch self {
        case .picture: [.picture, .raw]
        case .video: [.video]
        }
    }
}

extension [UInt8] {
    /// Returns the longest suffix in which every byte satisfies the predicate.
    fileprivate func suffix(while predicate: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !predicate($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
