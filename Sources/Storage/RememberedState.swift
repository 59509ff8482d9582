/// What is remembered between runs.
public struct RememberedState: Codable, Hashable, Sendable {
    /// What a person types to open the library opened last, such as `demo:` or `/home/ada/Pictures`.
    public var lastLibrary: String?
    /// The width of an album's tiles in cells.
    public var tileWidth: Int?

    public init(lastLibrary: String? = nil, tileWidth: Int? = nil) {
        self.lastLibrary = lastLibrary
        self.tileWidth = tileWidth
    }
}
