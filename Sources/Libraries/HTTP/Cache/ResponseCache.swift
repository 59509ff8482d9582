/// Where answers are kept, such as on disk; it may forget any of them at any time.
public struct ResponseCache: Sendable {
    /// The bytes that were kept last under a key, whole and undamaged, or nil.
    public var read: @Sendable (_ key: String) async -> [UInt8]?
    /// Keeps bytes if that is possible. A key may hold a credential, so no key may be written anywhere but as a hash.
    public var write: @Sendable (_ key: String, _ bytes: [UInt8]) async -> Void
    /// Forgets what is kept under a key.
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
