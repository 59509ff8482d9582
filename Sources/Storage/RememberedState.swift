/// The state saved between runs.
public struct RememberedState: Codable, Hashable, Sendable {
    /// The address of the library opened last, such as `demo:` or `/home/ada/Pictures`.
    public var lastLibrary: String?
    /// The width of grid tiles in cells.
    public var tileWidth: Int?
    /// The owner chosen last, `everyone` or an owner's ID, by the library's address.
    public var owners: [String: String]?
    /// The name of the album list's sort order.
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
