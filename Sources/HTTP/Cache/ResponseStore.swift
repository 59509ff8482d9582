/// Storage for responses, such as on disk. It may evict any entry at any time.
public struct ResponseStore: Sendable {
    /// Returns the bytes last stored for a key, undamaged, or nil.
    public var read: @Sendable (_ key: String) async -> [UInt8]?
    /// Stores bytes if possible. Keys may contain credentials, so they must be persisted only as hashes.
    public var write: @Sendable (_ key: String, _ bytes: [UInt8]) async -> Void
    /// Removes the entry of a key.
    public var remove: @Sendable (_ key: String) async -> Void

    public init(
        read: @escaping @Sendable (_ key: String) async -> [UInt8]?,
        write: @escaping @Sendable (_ key: String, _ bytes: [UInt8]) async -> Void,
        remove: @escaping @Sendable (_ key: String) async -> Void
    ) {
        self.read = read
        self.write = write
        self.remove = remove
    }
}
