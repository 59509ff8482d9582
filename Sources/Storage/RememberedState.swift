/// What is remembered between runs.
public struct RememberedState: Codable, Hashable, Sendable {
    /// What a person types to open the library opened last, such as `demo:` or `/home/ada/Pictures`.
    public var lastLibrary: String?
    /// The width of an album's tiles in cells.
    public var tileWidth: Int?
    /// Whose albums were listed last, `everyone` or an owner's ID, by the address of the library.
    public var owners: [String: String]?
    /// The name of the order that albums are listed in.
    public var albumOrder: String?

    public init(
        lastLibrary: String? = nil, tileWidth: Int? = nil, owners: [String: String]? = nil, albumOrder: String? = nil
    ) {
        self.lastLibrary = lastLibrary
        self.tileWidth = tileWidth
        self.owners = owners
        self.albumOrder = albumOrder
    }
}
