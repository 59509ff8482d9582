import Albums

/// What screens need to save copies of photos as files.
public struct CopyPort: Sendable {
    /// Where a copy goes unless a person says otherwise, such as `~/Pictures/Dune`.
    public var suggestedPath: @Sendable (_ photo: Photo) -> String
    /// Saves a photo as its author made it in a new file, never over another, and returns the file's path; a path without
    /// an extension gets that of the photo's format. Hears of bytes as they come.
    public var save: Save

    public typealias Save =
        @Sendable (
            _ photo: Photo, _ path: String, _ onProgress: @escaping @Sendable (TransferProgress) -> Void
        ) async throws -> String

    public init(suggestedPath: @escaping @Sendable (_ photo: Photo) -> String, save: @escaping Save) {
        self.suggestedPath = suggestedPath
        self.save = save
    }
}
