import Albums
import Basics

/// The screens' interface to the log of changes to the open library, which later runs undo.
public struct ChangesPort: Sendable {
    /// Returns the changes of earlier runs that can still be undone, oldest first.
    public let load: @Sendable () async -> [LoggedChange]
    /// Adds a change, unless later runs can't undo its kind.
    public let add: @Sendable (LoggedChange) async -> Void
    /// Removes a change that has been undone, which may have replaced the files of its photos.
    public let remove: @Sendable (_ id: String, _ files: [Photo.ID: FileIdentity]) async -> Void

    /// Creates a port that keeps no changes.
    public init() {
        self.init(load: { [] }, add: { _ in }, remove: { _, _ in })
    }

    public init(
        load: @escaping @Sendable () async -> [LoggedChange], add: @escaping @Sendable (LoggedChange) async -> Void,
        remove: @escaping @Sendable (_ id: String, _ files: [Photo.ID: FileIdentity]) async -> Void
    ) {
        self.load = load
        self.add = add
        self.remove = remove
    }
}
