import Albums

/// The screens' interface to the marks of the open library that persist between runs.
public struct MarksPort: Sendable {
    /// Returns the marked photos in the order they were marked.
    /// - Throws: `FavoritesFailure`, as the other calls do.
    public let load: @Sendable () async throws -> [Photo]
    public let add: @Sendable (_ photos: [Photo]) async throws -> Void
    public let remove: @Sendable (_ photos: [Photo.ID]) async throws -> Void

    /// Creates a port that keeps no marks, such as for a run that picks photos for another program.
    public init() {
        self.init(load: { [] }, add: { _ in }, remove: { _ in })
    }

    public init(
        load: @escaping @Sendable () async throws -> [Photo],
        add: @escaping @Sendable (_ photos: [Photo]) async throws -> Void,
        remove: @escaping @Sendable (_ photos: [Photo.ID]) async throws -> Void
    ) {
        self.load = load
        self.add = add
        self.remove = remove
    }
}
