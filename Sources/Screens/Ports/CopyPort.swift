import Albums

/// What screens need to save copies of photos as files.
public struct CopyPort: Sendable {
    public typealias Save =
        @Sendable (
            _ photo: Photo, _ path: String, _ onProgress: @escaping @Sendable (TransferProgress) -> Void
        ) async throws -> SavedCopy

    /// The folder where copies go unless a person says otherwise, such as `~/Downloads`.
    public var folder: String
    /// What the copy of a photo is called unless a person says otherwise, without an extension, such as `Dune`.
    public var fileName: @Sendable (_ photo: Photo) -> String
    /// The extension that the copy of a photo will have, such as `jpg`; nil where only fetching the photo would tell.
    public var fileExtension: @Sendable (_ photo: Photo) async -> String?
    /// Saves a photo as its author made it in a new file, never over another; in a folder, under the photo's own name. A
    /// path that does not end as the photo's content wants gets its extension. Reports bytes as they are read.
    ///
    /// Throws `CopyFailure` where nothing can be written, and what fetching the photo throws.
    public var save: Save
    /// The folders whose paths begin with what is typed, each ending in a slash.
    public var folders: @Sendable (_ typed: String) async -> [String]

    public init(
        folder: String, fileName: @escaping @Sendable (_ photo: Photo) -> String,
        fileExtension: @escaping @Sendable (_ photo: Photo) async -> String?, save: @escaping Save,
        folders: @escaping @Sendable (_ typed: String) async -> [String]
    ) {
        self.folder = folder
        self.fileName = fileName
        self.fileExtension = fileExtension
        self.save = save
        self.folders = folders
    }
}

/// A copy that was saved.
public struct SavedCopy: Hashable, Sendable {
    public let path: String
    /// Whether the name has a number, because there was such a file already.
    public let isNumbered: Bool

    public init(path: String, isNumbered: Bool) {
        self.path = path
        self.isNumbered = isNumbered
    }
}

/// Nothing can be written, for this reason of the system's.
public struct CopyFailure: Error, Hashable, Sendable {
    public let reason: String

    public init(reason: String) {
        self.reason = reason
    }
}
