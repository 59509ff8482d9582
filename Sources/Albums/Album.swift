import Basics
import FoundationEssentials

/// A titled set of photos of one owner.
public struct Album: Identifiable, Hashable, Sendable {
    /// Identifies an album within its library.
    public struct ID: Hashable, Sendable {
        public let rawValue: String

        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    public let id: ID
    public let ownerID: Owner.ID
    public let title: String
    /// The title without the folders around the album.
    public let name: String
    /// The number of photos, nil while unknown.
    public let photoCount: Int?
    /// The date of the newest photo, or of the last change at the service; nil while unknown.
    public let date: Date?
    /// The date of the oldest photo; nil while unknown.
    public let firstDate: Date?
    /// The photo that represents the album in lists, nil while unknown.
    public let cover: Photo?

    public init(
        id: ID, ownerID: Owner.ID, title: String, name: String? = nil, photoCount: Int?, date: Date? = nil,
        firstDate: Date? = nil, cover: Photo?
    ) {
        self.id = id
        self.ownerID = ownerID
        self.title = title.bounded
        self.name = (name ?? title).bounded
        self.photoCount = photoCount.map { Count($0).value }
        self.date = date.flatMap(Timestamp.init)?.date
        self.firstDate = firstDate.flatMap(Timestamp.init)?.date
        self.cover = cover
    }
}
