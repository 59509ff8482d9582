import Albums
import Basics

/// Port for moving the files of photos.
public struct FilePort: Sendable {
    public typealias Perform =
        @Sendable (
            _ kind: FileOperation.Kind, _ groups: [FileGroup], _ library: String,
            _ onProgress: @escaping @Sendable (TransferProgress) -> Void
        ) async -> FileOperationResult

    /// Carries out an operation on the photos of the library with this address. The files of a photo are moved together
    /// or not at all. Ends early if the task is canceled.
    public var perform: Perform
    /// Moves the files of an operation back. The result lists the restored photos, and why the others weren't restored.
    public var revert: @Sendable (_ operation: FileOperation) async -> FileOperationResult
    /// Returns the latest operations of the library with this address that can be reverted, oldest first. Includes
    /// those of earlier runs.
    public var recent: @Sendable (_ library: String) async -> [FileOperation]
    /// Stores the marks and favorites of an operation's photos, to restore them when it is reverted.
    public var annotate: @Sendable (_ operation: String, PhotoAnnotations) async -> Void

    public init(
        perform: @escaping Perform,
        revert: @escaping @Sendable (_ operation: FileOperation) async -> FileOperationResult,
        recent: @escaping @Sendable (_ library: String) async -> [FileOperation],
        annotate: @escaping @Sendable (_ operation: String, PhotoAnnotations) async -> Void
    ) {
        self.perform = perform
        self.revert = revert
        self.recent = recent
        self.annotate = annotate
    }
}
