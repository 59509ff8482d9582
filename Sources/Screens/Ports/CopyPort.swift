import Albums
import Basics

/// The screens' interface for saving copies of photos as files.
public struct CopyPort: Sendable {
    public typealias Save =
        @Sendable (
            _ photo: Photo, _ path: String, _ onProgress: @escaping @Sendable (TransferProgress) -> Void
        ) async throws -> SavedCopy

    /// The default folder for copies, such as `~/Downloads`.
    public var folder: String
    /// The path of the user's home folder, for which `~` stands.
    public var home: String
    /// How copies for others are made; nil for exact copies.
    public var export: JPEGExport?
    /// Returns the default name for the copy of a photo, without an extension, such as `Dune`.
    public var fileName: @Sendable (_ photo: Photo) -> String
    /// Returns the extension for the copy of a photo, such as `jpg`; nil when only fetching the photo would reveal it.
    public var fileExtension: @Sendable (_ photo: Photo) async -> String?
    /// Saves the original of a photo as a new file, with its sidecars, and never overwrites another. If `path` is a
    /// folder, the file gets the photo's default name. A relative path begins in the default folder, and missing folders
    /// are created. If the extension doesn't match the content, the right one is added. Sidecars are named after the copy.
    /// Reports the number of bytes read so far.
    ///
    /// Throws `CopyFailure` if the file cannot be written, and rethrows errors from fetching the photo.
    public var save: Save
    /// Returns the folders matching the typed path prefix, each with a trailing slash.
    public var folders: @Sendable (_ typed: String) async -> [String]
    /// Returns an absolute path without `.`, `..` and repeated slashes that leads to the same folder.
    public var withoutDots: @Sendable (_ path: String) async -> String

    public init(
        folder: String, home: String, fileName: @escaping @Sendable (_ photo: Photo) -> String,
        fileExtension: @escaping @Sendable (_ photo: Photo) async -> String?, save: @escaping Save,
        folders: @escaping @Sendable (_ typed: String) async -> [String],
        withoutDots: @escaping @Sendable (_ path: String) async -> String
    ) {
        self.folder = folder
        self.home = home
        self.fileName = fileName
        self.fileExtension = fileExtension
        self.save = save
        self.folders = folders
        self.withoutDots = withoutDots
    }
}

/// A copy that was saved.
public struct SavedCopy: Hashable, Sendable {
    public let path: String
    /// Whether a number was added to the name because the file already existed.
    public let isNumbered: Bool
    /// Whether its folder was missing and has been created.
    public let isInNewFolder: Bool
    /// The number of sidecars that were saved beside it.
    public var sidecarCount = 0

    public init(path: String, isNumbered: Bool, isInNewFolder: Bool = false) {
        self.path = path
        self.isNumbered = isNumbered
        self.isInNewFolder = isInNewFolder
    }
}

/// The reason, as given by the system, why a copy cannot be written.
public struct CopyFailure: Error, Hashable, Sendable {
    public let reason: String
    /// Whether the name of the file is the cause, so that copies with other names can be written.
    public let isOfName: Bool

    public init(reason: String, isOfName: Bool = false) {
        self.reason = reason
        self.isOfName = isOfName
    }
}
