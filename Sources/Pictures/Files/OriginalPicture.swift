import Albums
import Basics
import Glibc

/// The original encoded file of a picture, for saving a copy.
public struct OriginalPicture: Sendable {
    private enum Content {
        case file(PictureFile)
        case memory([UInt8])
    }

    /// The valid file extensions without the dot, preferred one first. Empty for a file that has unknown content and no
    /// extension.
    public let fileExtensions: [String]
    /// The modification time of the content; nil if unknown.
    public let modified: timespec?
    private let content: Content

    /// Opens or fetches the original of a photo.
    /// - Throws: `PictureFailure`, or `CancellationError` if the task is cancelled.
    public init(
        of source: PictureSource, onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws {
        switch source {
        case .file(let path):
            let file = try PictureFile(path: path)
            fileExtensions = try Self.fileExtensions(of: file, at: path)
            modified = file.modified
            content = .file(file)
        case .remote(let picture):
            let bytes = try await picture.fetchOriginal(onProgress)
            fileExtensions = try Self.fileExtensions(of: FetchedPicture(bytes), at: nil)
            modified = nil
            content = .memory(bytes)
        case .generated:
            throw PictureFailure.noOriginal
        }
    }

    private init(_ content: Content, fileExtensions: [String], modified: timespec?) {
        (self.content, self.fileExtensions, self.modified) = (content, fileExtensions, modified)
    }

    /// Returns a JPEG in place of the original.
    public func withContents(_ jpeg: [UInt8]) -> OriginalPicture {
        OriginalPicture(.memory(jpeg), fileExtensions: PictureFormat.jpeg.fileExtensions, modified: modified)
    }

    /// The original for a decoder.
    public var source: EncodedSource {
        switch content {
        case .file(let file): .file(path: file.fileVersion.path)
        case .memory(let bytes): .memory(bytes)
        }
    }

    /// Returns the preferred extension for a photo's file, without the dot; nil if unknown until the photo is fetched.
    public static func fileExtension(of source: PictureSource) -> String? {
        guard case .file(let path) = source, let file = try? PictureFile(path: path) else { return nil }
        return try? fileExtensions(of: file, at: path).first
    }

    /// The size in bytes.
    public var size: Int {
        switch content {
        case .file(let file): file.size
        case .memory(let bytes): bytes.count
        }
    }

    /// Passes all bytes to `body` in order, several megabytes at a time. Blocks while reading.
    public func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        switch content {
        case .memory(let bytes):
            try bytes.withUnsafeBytes(body)
        case .file(let file):
            var offset = 0
            while offset < file.size {
                let part = try file.read(Self.step, at: offset, cancellation: DecodeCancellation())
                guard part.count > 0 else { break }
                try withExtendedLifetime(part) { try body(part.bytes) }
                offset += part.count
            }
        }
    }

    /// The number of bytes read at a time.
    private static let step = 4 << 20

    // MARK: File extensions

    /// Returns the valid extensions for a picture's content. The extension of a file with other content, such as a
    /// video, stays unchanged. Content from a service must be a picture or a video.
    private static func fileExtensions(of picture: some EncodedPicture, at path: [UInt8]?) throws -> [String] {
        let own = path.flatMap(fileExtension)
        let extensions: [String]
        do {
            extensions = try picture.format(cancellation: DecodeCancellation()).fileExtensions
        } catch PictureFailure.unsupportedFormat(let name) where path != nil || unshown[name] != nil {
            extensions = (unshown[name] ?? []) + [own].compactMap { $0 }
        } catch PictureFailure.unsupportedFormat(let name) {
            guard let video = VideoFormat(rawValue: name) else { throw PictureFailure.unsupportedFormat(name) }
            extensions = video.fileExtensions
        } catch PictureFailure.unknownFormat where path != nil {
            extensions = [own].compactMap { $0 }
        }
        guard let own, extensions.contains(own.lowercased()) || extensions.contains(own) else { return extensions }
        return [own] + extensions.filter { $0 != own }
    }

    /// Returns the extension of a file name; nil if it is empty or not alphanumeric.
    private static func fileExtension(_ path: [UInt8]) -> String? {
        let name = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
        let ending = String(decoding: name[(dot + 1)...], as: UTF8.self)
        return !ending.isEmpty && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? ending : nil
    }

    private static let unshown: [String: [String]] = [
        "PSD": ["psd", "psb"], "JPEG 2000": ["jp2", "j2k", "jpf", "jpx", "jpm"],
        "PDF": ["pdf"], "PostScript": ["ps", "eps"], "XCF": ["xcf"], "OpenEXR": ["exr"],
        "DDS": ["dds"], "QOI": ["qoi"], "SVG": ["svg"], "ICO": ["ico", "cur"],
        "TGA": ["tga", "icb", "vda", "vst"],
    ]
}
