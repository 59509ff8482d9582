import FoundationEssentials

/// One picture of an album, without its pixels: a library tells where those come from.
public struct Photo: Identifiable, Hashable, Sendable {
    /// Names one photo within one library.
    public struct ID: Hashable, Sendable {
        public let rawValue: String

        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    public let id: ID
    public let albumID: Album.ID
    public let title: String
    public let tags: [String]
    public let author: String?
    public let description: String?
    /// When it was taken, else when it was published or last changed.
    public let date: Date?

    public init(
        id: ID, albumID: Album.ID, title: String, tags: [String] = [], author: String? = nil,
        description: String? = nil, date: Date? = nil
    ) {
        self.id = id
        self.albumID = albumID
        self.title = title
        self.tags = tags
        self.author = author
        self.description = description
        self.date = date
    }
}
