import Albums

/// An encoded picture as its author made it, for a copy to keep.
public struct OriginalPicture: Sendable {
    public let bytes: [UInt8]
    /// What ends the names of such files, such as `jpg`; nil for a format that is not known.
    public let fileExtension: String?

    /// Reads or fetches the original of a photo.
    /// - Throws: `PictureFailure`, or `CancellationError`.
    public init(
        of source: PictureSource, onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws {
        switch source {
        case .file(let path):
            let file = try PictureFile(path: path)
            guard file.size <= Self.maxBytes else { throw PictureFailure.fileTooLarge(maxBytes: Self.maxBytes) }
            bytes = try withExtendedLifetime(file.read(file.size, at: 0, stop: DecodeStop())) { Array($0.bytes) }
        case .remote(let picture):
            bytes = try await picture.fetchOriginal(onProgress)
        case .painting:
            throw PictureFailure.painted
        }
        fileExtension = bytes.withUnsafeBytes { PictureFormat(head: $0)?.fileExtension }
    }

    /// More than any photo has: a sparse file may claim a terabyte.
    private static let maxBytes = 1 << 30
}

extension PictureFormat {
    fileprivate var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .webP: "webp"
        case .gif: "gif"
        case .heic: "heic"
        case .avif: "avif"
        case .tiff: "tiff"
        }
    }
}
