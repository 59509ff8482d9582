/// The state saved between runs.
public struct RememberedState: Codable, Hashable, Sendable {
    /// The address of the library opened last, such as `demo:` or `/home/ada/Pictures`.
    public var lastLibrary: String?
    /// The width of grid tiles in cells.
    public var tileWidth: Int?
    /// The owner chosen last, `everyone` or an owner's ID, by the library's address.
    public var owners: [String: String]?
    /// The orders of albums and of photos, by the library's address.
    public var albumOrders: [String: String]?
    public var photoOrders: [String: String]?

    public init(
        lastLibrary: String? = nil, tileWidth: Int? = nil, owners: [String: String]? = nil,
        albumOrders: [String: String]? = nil, photoOrders: [String: String]? = nil
    ) {
        self.lastLibrary = lastLibrary
        self.tileWidth = tileWidth
        self.owners = owners
        self.albumOrders = albumOrders
        self.photoOrders = photoOrders
    }
}
