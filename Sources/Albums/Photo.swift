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

    /// The dates a photo can have: years 1 to 9999, which every calendar and every format can express.
    public static let dateRange =
        Date(timeIntervalSince1970: -62_135_596_800)...Date(timeIntervalSince1970: 253_402_300_799.999)

    /// What a photo's date tells.
    public enum DateKind: Hashable, Sendable {
        /// When it was taken, else when it was published.
        case taken
        /// When its file was last changed, which is known without opening it.
        case modified
    }

    public private(set) var id: ID
    public let albumID: Album.ID
    public let title: String
    public let tags: [String]
    public let author: String?
    public let description: String?
    /// When it was taken or published, or its file was modified; nil for a date outside `dateRange`.
    public let date: Date?
    public let dateKind: DateKind
    /// Width divided by height; nil while unknown, or where it makes no sense.
    public let aspect: Double?
    /// The canonical path of its file, where it is one; bytes, because a file name need not be UTF-8.
    public private(set) var file: [UInt8]?
    /// What to show until there are pixels.
    public let placeholder: Placeholder?
    /// Where the photo is to be seen by others.
    public let link: String?
    /// How its author is to be named, where a service asks for that, such as `Photo by NAME on Unsplash`.
    public let attribution: String?
    /// Where its author is to be found.
    public let authorLink: String?

    public init(
        id: ID, albumID: Album.ID, title: String, tags: [String] = [], author: String? = nil,
        description: String? = nil, date: Date? = nil, dateKind: DateKind = .taken, aspect: Double? = nil,
        placeholder: Placeholder? = nil, link: String? = nil, attribution: String? = nil, authorLink: String? = nil,
        file: [UInt8]? = nil
    ) {
        self.id = id
        self.albumID = albumID
        self.title = title.bounded
        self.tags = tags.map(\.bounded)
        self.author = author?.bounded
        self.description = description?.bounded
        self.date = date.flatMap { !$0.timeIntervalSince1970.isNaN && Self.dateRange.contains($0) ? $0 : nil }
        self.dateKind = dateKind
        self.aspect = aspect.flatMap { Self.aspects.contains($0) ? $0 : nil }
        self.placeholder = placeholder
        self.link = link
        self.attribution = attribution?.bounded
        self.authorLink = authorLink
        self.file = file
    }

    /// The same photo under another name.
    public func with(id: ID) -> Photo {
        var photo = self
        photo.id = id
        return photo
    }

    /// The same photo in a file, by its canonical path.
    func with(file: [UInt8]?) -> Photo {
        var photo = self
        photo.file = file
        return photo
    }

    /// What counts as an aspect: services and favorites that were imported may say anything.
    private static let aspects = 0.0001...10_000.0
}
